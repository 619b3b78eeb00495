// Reads the passphrase of a backup: from a file, from the environment, or from the terminal. It is
// never an argument, because other users of the machine can see those.
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { isReadableByOthers } from '#platform/files/files.ts';

const LENGTH_MIN = 12;
const LENGTH_MAX = 1_024;
const VARIABLE = 'HALYARD_BACKUP_PASSPHRASE';

export type PassphraseSource = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The absolute path of the passphrase file. */
  readonly file: string | undefined;
  readonly purpose: 'seal' | 'open';
  readonly signal: AbortSignal;
};

export type ReadPassphrase =
  | { readonly kind: 'read'; readonly passphrase: string }
  | { readonly kind: 'unfit'; readonly problem: string };

/**
 * Reads the passphrase. A new one is requested twice and has a minimum length, because nothing else
 * opens the file.
 */
export async function readPassphrase(source: PassphraseSource): Promise<ReadPassphrase> {
  const given = await readGiven(source);
  if (given.kind === 'unfit') return given;
  const { length } = given.passphrase;
  const least = source.purpose === 'seal' ? LENGTH_MIN : 1;
  if (length >= least && length <= LENGTH_MAX) return given;
  return unfit(`The passphrase must have ${least} to ${LENGTH_MAX} characters.`);
}

async function readGiven(source: PassphraseSource): Promise<ReadPassphrase> {
  const { environment, file, purpose } = source;
  if (file !== undefined) return await readFromFile(file);
  const variable = environment[VARIABLE];
  if (variable !== undefined && variable !== '') return { kind: 'read', passphrase: variable };
  if (!process.stdin.isTTY) {
    return unfit(`Nobody can be asked for the passphrase: set ${VARIABLE} or --passphrase-file.`);
  }
  const passphrase = await ask('Passphrase: ', source.signal);
  if (purpose === 'open' || (await ask('Once more: ', source.signal)) === passphrase) {
    return { kind: 'read', passphrase };
  }
  return unfit('The two are not the same. Nothing was done.');
}

/** Reads the first line, so that a line end added by an editor is not part of the passphrase. */
async function readFromFile(path: string): Promise<ReadPassphrase> {
  try {
    if (isReadableByOthers(await stat(path))) {
      return unfit(`Other users of this machine can read the passphrase. Run: chmod 600 ${path}`);
    }
    const [line = ''] = (await readFile(path, 'utf8')).split(/\r?\n/, 1);
    return { kind: 'read', passphrase: line };
  } catch (error) {
    return unfit(`The passphrase can't be read: ${String(error)}.`);
  }
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await reader.question('', { signal });
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

function unfit(problem: string): ReadPassphrase {
  return { kind: 'unfit', problem };
}
