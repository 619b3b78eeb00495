import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export type SecretsInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export type SecretsStreams = {
  readonly input: SecretsInput;
  /** The stream to which prompts are written. */
  readonly prompts: NodeJS.WritableStream;
};

/** A stream that discards everything: readline shows typed text by writing it. */
const NOWHERE = new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks for one secret after another. A terminal doesn't show what is typed; from a pipe each line
 * is a secret. Undefined when the input ends, or is interrupted, before the last one.
 */
export async function readSecrets(
  questions: readonly string[],
  { input, prompts }: SecretsStreams,
): Promise<readonly string[] | undefined> {
  const isTerminal = input.isTTY === true;
  const reader = createInterface({ input, output: NOWHERE, terminal: isTerminal, historySize: 0 });
  const lines = reader[Symbol.asyncIterator]();
  const secrets: string[] = [];
  try {
    for (const question of questions) {
      if (isTerminal) prompts.write(question);
      const { value, done } = await lines.next();
      if (isTerminal) prompts.write('\n');
      if (done === true) return undefined;
      secrets.push(value);
    }
    return secrets;
  } finally {
    reader.close();
  }
}
