import * as z from 'zod/mini';

const WORDS_MAX = 64;
const WORD_LENGTH_MAX = 2_000;
const DIRECTORY_LENGTH_MAX = 4_096;
const TEXT_LENGTH_MAX = 100_000;
/** Of one line of JSON. */
const LINE_LENGTH_MAX = 200_000;

/** 128 random bits. The client makes a file of this name, so nothing else may be in it. */
const RandomHex = z.string().check(z.regex(/^[0-9a-f]{32}$/));

const EMAIL_LENGTH_MAX = 254;
const PASSWORD_LENGTH_MAX = 128;
const CODE_LENGTH_MAX = 20;

/** Of the member of staff in whose name a command is to run. */
const Credentials = z.strictObject({
  email: z.string().check(z.maxLength(EMAIL_LENGTH_MAX)),
  password: z.string().check(z.maxLength(PASSWORD_LENGTH_MAX)),
  code: z.string().check(z.maxLength(CODE_LENGTH_MAX)),
});
export type Credentials = z.infer<typeof Credentials>;

/** Who calls is no part of it: a name that a client sends is ignored. */
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

/** Calls back with each whole line; gives false, and takes no more, once one is too long. */
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

/** Undefined for what is no JSON. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
