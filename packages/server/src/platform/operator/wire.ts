import * as z from 'zod/mini';

const WORDS_MAX = 64;
const WORD_LENGTH_MAX = 2_000;
const DIRECTORY_LENGTH_MAX = 4_096;
const TEXT_LENGTH_MAX = 100_000;
/** The maximum length of one line of JSON. */
const LINE_LENGTH_MAX = 200_000;

/**
 * A file name of 128 random bits. The client creates a file with it, so other characters are
 * rejected.
 */
const RandomHex = z.string().check(z.regex(/^[0-9a-f]{32}$/));

const EMAIL_LENGTH_MAX = 254;
const PASSWORD_LENGTH_MAX = 128;
const CODE_LENGTH_MAX = 20;

/** The member of staff in whose name the command runs. */
const Credentials = z.strictObject({
  email: z.string().check(z.maxLength(EMAIL_LENGTH_MAX)),
  password: z.string().check(z.maxLength(PASSWORD_LENGTH_MAX)),
  code: z.string().check(z.maxLength(CODE_LENGTH_MAX)),
});
export type Credentials = z.infer<typeof Credentials>;

/** The request of a client, without the caller's name: a name that a client sends is ignored. */
export const OperatorRequest = z.object({
  words: z.array(z.string().check(z.maxLength(WORD_LENGTH_MAX))).check(z.maxLength(WORDS_MAX)),
  directory: z.string().check(z.maxLength(DIRECTORY_LENGTH_MAX), z.startsWith('/')),
  as: z.optional(Credentials),
});
export type OperatorRequest = z.infer<typeof OperatorRequest>;

export const OperatorMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('identify'), file: RandomHex, nonce: RandomHex }),
  z.object({ kind: z.literal('line'), text: z.string().check(z.maxLength(TEXT_LENGTH_MAX)) }),
  z.object({ kind: z.literal('progress'), text: z.string().check(z.maxLength(TEXT_LENGTH_MAX)) }),
  z.object({ kind: z.literal('end'), code: z.int() }),
]);
export type OperatorMessage = z.infer<typeof OperatorMessage>;

/** Calls back with each complete line; returns false, and accepts no more, when one is too long. */
export function createLineReader(onLine: (line: string) => void): (chunk: string) => boolean {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_LENGTH_MAX) return false;
    for (const line of lines) onLine(line);
    return true;
  };
}

/** Parses a line of JSON; undefined for an invalid one. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
