import * as z from 'zod/mini';

const WORDS_MAX = 64;
const WORD_LENGTH_MAX = 2_000;
export const USER_NAME = /^[\w.@-]{1,64}$/;
const DIRECTORY_LENGTH_MAX = 4_096;
const TEXT_LENGTH_MAX = 100_000;
/** Of one line of JSON. */
const LINE_LENGTH_MAX = 200_000;

export const OperatorRequest = z.strictObject({
  words: z.array(z.string().check(z.maxLength(WORD_LENGTH_MAX))).check(z.maxLength(WORDS_MAX)),
  directory: z.string().check(z.maxLength(DIRECTORY_LENGTH_MAX), z.startsWith('/')),
  user: z.string().check(z.regex(USER_NAME)),
});
export type OperatorRequest = z.infer<typeof OperatorRequest>;

export const OperatorMessage = z.discriminatedUnion('kind', [
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
