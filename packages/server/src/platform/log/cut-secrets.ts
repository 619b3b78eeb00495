// Removes tokens from logs, stored errors and error mails. Tokens are recognised by their form or
// by the name before them anywhere in a text, because an error of the database or a parser can
// quote what somebody sent.
const CUT = '[cut]';
/**
 * Matches 256 random bits in base64url, as in sessions and links, with adjoining characters: of
 * `%2F…` the letters, but no part of an escape such as `\n` or `\u001b`, so that JSON stays valid.
 */
const LONG_WORD = /(?<!\\|\\u[\da-f]{0,3})[\w-]{43,}/gi;
/** The pattern of JSON Web Tokens, as providers use them. */
const SIGNED_TOKEN = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const IN_QUERY = /((?:token|api[_-]?key|password|secret|authorization)(?:=|%3D))[^\s&"'\\<>]+/gi;
const IN_JSON = /("[\w-]*(?:token|password|secret|authorization|cookie)":")(?:[^"\\]|\\.)*/gi;
const BEARER = /\b(Bearer\s+)[\w.~+/=-]{8,}/gi;
/**
 * The pattern of passwords in addresses: `https://user:password@host`, as for databases, mail
 * servers and proxies.
 */
const IN_ADDRESS = /((?<![a-z\d+.-])[a-z][a-z\d+.-]*:\/\/)[^\s/@"'\\]+@/gi;

/** Returns the text without tokens; JSON stays valid. */
export function cutSecrets(text: string): string {
  return text
    .replaceAll(BEARER, `$1${CUT}`)
    .replaceAll(IN_QUERY, `$1${CUT}`)
    .replaceAll(IN_JSON, `$1${CUT}`)
    .replaceAll(IN_ADDRESS, `$1${CUT}@`)
    .replaceAll(SIGNED_TOKEN, CUT)
    .replaceAll(LONG_WORD, (word) => (isRandom(word) ? CUT : word));
}

/**
 * Returns whether a word is random: random words mix capital and small letters; hex hashes and file
 * names don't.
 */
function isRandom(word: string): boolean {
  return /[A-Z]/.test(word) && /[a-z]/.test(word);
}
