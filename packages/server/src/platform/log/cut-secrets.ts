// What must stand in no log, no error that is kept, and no mail about one: tokens. They are recognised
// by their form or by the name before them, wherever in a text they stand: an error of the database
// or of a parser may quote what somebody sent.
const CUT = '[cut]';
/**
 * What may be 256 random bits in base64url, as sessions and links are, with what is stuck to it: of
 * `%2F…` the letters, but nothing of an escape such as `\n` or `\u001b`, so that JSON stays JSON.
 */
const LONG_WORD = /(?<!\\|\\u[\da-f]{0,3})[\w-]{43,}/gi;
/** JSON Web Tokens, of providers. */
const SIGNED_TOKEN = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const IN_QUERY = /((?:token|api[_-]?key|password|secret|authorization)(?:=|%3D))[^\s&"'\\<>]+/gi;
const IN_JSON = /("[\w-]*(?:token|password|secret|authorization|cookie)":")(?:[^"\\]|\\.)*/gi;
const BEARER = /\b(Bearer\s+)[\w.~+/=-]{8,}/gi;
/** `https://user:password@host`, as databases, mail servers and proxies are named. */
const IN_ADDRESS = /((?<![a-z\d+.-])[a-z][a-z\d+.-]*:\/\/)[^\s/@"'\\]+@/gi;

/** The text without tokens; what is JSON stays JSON. */
export function cutSecrets(text: string): string {
  return text
    .replaceAll(BEARER, `$1${CUT}`)
    .replaceAll(IN_QUERY, `$1${CUT}`)
    .replaceAll(IN_JSON, `$1${CUT}`)
    .replaceAll(IN_ADDRESS, `$1${CUT}@`)
    .replaceAll(SIGNED_TOKEN, CUT)
    .replaceAll(LONG_WORD, (word) => (isRandom(word) ? CUT : word));
}

/** Random words have capital and small letters; hashes in hex and names of files don't. */
function isRandom(word: string): boolean {
  return /[A-Z]/.test(word) && /[a-z]/.test(word);
}
