// Processes of the cluster that a killed program or postmaster left behind. A second postmaster
// must never run on the same files, so they are ended first. PostgreSQL's own check mistakes any
// process with the old process number for a postmaster.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Outage } from '#platform/outage/outage.ts';

const PID_FILE = 'postmaster.pid';
const SOCKET_LOCK = '.s.PGSQL.5432.lock';
const PROGRAM = 'postgres';
const POLL_MS = 20;
/** Signals in order: end the sessions and write a checkpoint; end at once; kill. */
const SIGNALS = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
] as const;

/** Ends all processes that still run on the cluster; resolves when none is left. */
export async function endLeftBehind(directory: string): Promise<void> {
  const postmaster = readPostmaster(directory);
  if (postmaster === undefined) return;
  for (const [signal, withinMs] of SIGNALS) {
    const found = findProcesses(directory, postmaster);
    // Only the postmaster is signalled, because only it can end its children in order.
    const targets = found.includes(postmaster) ? [postmaster] : found;
    for (const pid of targets) endProcess(pid, signal);
    if (await isGone(directory, postmaster, withinMs)) {
      if (isAlive(postmaster)) forget(directory);
      return;
    }
  }
  throw new Outage(
    'database',
    `The database process ${postmaster} of an earlier run does not end. End it, and start again.`,
  );
}

/**
 * Removes both files that name a process number, because another process may have it now and
 * PostgreSQL would wait for it.
 */
function forget(directory: string): void {
  for (const name of [PID_FILE, SOCKET_LOCK]) rmSync(join(directory, name), { force: true });
}

async function isGone(directory: string, postmaster: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += POLL_MS) {
    if (findProcesses(directory, postmaster).length === 0) return true;
    await sleep(POLL_MS);
  }
  return false;
}

function readPostmaster(directory: string): number | undefined {
  try {
    const [line] = readFileSync(join(directory, PID_FILE), 'utf8').split('\n');
    const pid = Number(line);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the cluster's processes: those of PostgreSQL have its folder as working directory. */
function findProcesses(directory: string, postmaster: number): readonly number[] {
  if (process.platform !== 'linux') return isPostgresByName(postmaster) ? [postmaster] : [];
  const cluster = statSync(directory);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && isOfCluster({ pid, postmaster, cluster }));
}

type Candidate = {
  readonly pid: number;
  readonly postmaster: number;
  readonly cluster: { readonly dev: number; readonly ino: number; readonly uid: number };
};

function isOfCluster({ pid, postmaster, cluster }: Candidate): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const isEnded = stat.charAt(stat.lastIndexOf(')') + 2) === 'Z';
    if (name !== PROGRAM || isEnded) return false;
    const folder = folderOf(pid);
    // Without the right to inspect other processes, as for some root users, the owner decides.
    if (folder === undefined) {
      return pid === postmaster && statSync(`/proc/${pid}`).uid === cluster.uid;
    }
    return folder.dev === cluster.dev && folder.ino === cluster.ino;
  } catch {
    // The process has ended in the meantime.
    return false;
  }
}

function folderOf(pid: number): { readonly dev: number; readonly ino: number } | undefined {
  try {
    return statSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return undefined;
    throw error;
  }
}

function isPostgresByName(pid: number): boolean {
  try {
    const name = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return name.trim().endsWith(PROGRAM);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended in the meantime.
  }
}
