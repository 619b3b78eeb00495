// Identifies the process that wrote a lock, and whether it still runs. Process numbers are reused
// after a crash, so the start time is stored, too; where it can't be read, the number must be
// enough.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

export type ProcessIdentity = {
  readonly pid: number;
  readonly startedAt: string;
  /** The boot and container in which the process number is valid. */
  readonly world: string;
};

function readOr(fallback: string, read: () => string): string {
  try {
    return read().trim();
  } catch {
    return fallback;
  }
}

/** Returns the start time of a process; empty if there is no such process. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // The command name is in brackets and can contain spaces; the state is field 3, the start time
    // field 22.
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
 * Returns whether a process is a zombie; in a container its parent may never reap it. A thread that
 * is still writing keeps the process alive.
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

/**
 * Returns whether the process still runs. 'unknown': it was written in another boot, container or
 * machine, whose processes are not visible.
 */
export function judgeLife(identity: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (identity.world !== currentWorld()) return 'unknown';
  return startOf(identity.pid) === identity.startedAt ? 'alive' : 'dead';
}
