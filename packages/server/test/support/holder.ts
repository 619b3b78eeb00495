// Processes that hold an embedded database and write to it.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const HOLDER = fileURLToPath(new URL('./hold-embedded-database.ts', import.meta.url));

export type Holder = {
  readonly child: ChildProcess;
  /** Ids of the rows that were committed; grows. */
  readonly rows: readonly number[];
};

/** Resolves once it has the database open; throws with what it printed when it does not. */
export async function startHolder(
  directory: string,
  user: { readonly uid?: number; readonly gid?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Holder> {
  const child = spawn(process.execPath, [HOLDER, directory], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  const rows: number[] = [];
  const opened = Promise.withResolvers<void>();
  let rest = '';
  let problems = '';
  child.stderr.on('data', (data: Buffer) => (problems += data.toString()));
  child.once('exit', () => opened.reject(new Error(problems)));
  child.stdout.on('data', (data: Buffer) => {
    const lines = (rest + data.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'open') opened.resolve();
      else rows.push(Number(line));
    }
  });
  await opened.promise;
  return { child, rows };
}

/** The process number of the PostgreSQL that has the folder. */
export function readPostmaster(directory: string): number {
  return Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** One that has ended and that nobody asked how is not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
