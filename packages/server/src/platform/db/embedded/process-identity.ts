// Which process wrote a lock, and whether it still lives. A process number alone is used again
// after a crash, so the start time goes with it; where that can't be read the number must do.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

export type ProcessIdentity = {
  readonly pid: number;
  readonly startedAt: string;
  /** Process numbers mean something only within one boot and one container. */
  readonly world: string;
};

function readOr(fallback: string, read: () => string): string {
  try {
    return read().trim();
  } catch {
    return fallback;
  }
}

/** Empty when no such process lives. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // The command's name is in brackets and may hold spaces; the state is field 3, the start 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return isRemains(fields[0], pid) ? '' : (fields[19] ?? '');
  }
  try {
    process.kill(pid, 0);
  } catch {
    return '';
  }
  return readOr('unknown', () =>
    execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }),
  );
}

/**
 * Whether a process has ended and its parent has not asked how yet; in a container that may be
 * never. A thread that still ends what it was writing keeps its process alive.
 */
function isRemains(state: string | undefined, pid: number): boolean {
  if (state !== 'Z') return false;
  try {
    return readdirSync(`/proc/${pid}/task`).length <= 1;
  } catch {
    return true;
  }
}

function currentWorld(): string {
  const boot = readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const container = readOr('', () => readlinkSync('/proc/self/ns/pid'));
  return `${boot} ${container}`;
}

export function currentIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid), world: currentWorld() };
}

/** 'unknown': another boot, container or machine wrote it, where we cannot see processes. */
export function judgeLife(identity: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (identity.world !== currentWorld()) return 'unknown';
  return startOf(identity.pid) === identity.startedAt ? 'alive' : 'dead';
}
