import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const BENCH = join(import.meta.dirname, 'bench.ts');

/** The database of quick runs: PostgreSQL if one is configured, otherwise the embedded one. */
export const DATABASE = process.env['DATABASE_URL'] === undefined ? 'embedded' : 'postgres';

/** Runs a bench; returns the JSON of its last line. */
export async function lastLineOf(...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, ...args]);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}
