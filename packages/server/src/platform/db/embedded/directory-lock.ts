// The exclusive lock on the embedded database's directory: two processes on one directory would
// lose acknowledged work without any error. Locks are numbered files beside the directory; the
// highest number holds the lock. A lock is created by an exclusive link, and a stale lock is
// outnumbered rather than deleted, so two processes that find the same stale lock can't both win.
import { randomBytes } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { systemClock } from '#platform/clock/clock.ts';

import { currentIdentity, judgeLife } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

const HEARTBEAT_MS = 2_000;
/** How long a lock from another process namespace must stay unchanged to count as abandoned. */
const SILENCE_MS = 6_000;
const ATTEMPTS_MAX = 5;
const NUMBER_WIDTH = 6;

export type DirectoryLock = { release(): void };

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/**
 * Takes the lock of `directory`, or throws `DirectoryInUse` if a living process has it. Calls
 * `onLost` when the lock was taken away; the holder must stop at once.
 */
export async function lockDirectory(
  directory: string,
  onLost: (error: Error) => void,
): Promise<DirectoryLock> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const number = highestNumber(directory);
    if (number > 0) await assertLeftBehind(directory, number);
    const path = createLock(directory, number + 1);
    if (path !== undefined) return holdLock(directory, path, onLost);
  }
  throw new DirectoryInUse(`Several processes are starting on ${directory} at once. Start one.`);
}

function lockPath(directory: string, number: number): string {
  return `${directory}.lock-${String(number).padStart(NUMBER_WIDTH, '0')}`;
}

function lockNumbers(directory: string): number[] {
  const prefix = `${basename(directory)}.lock-`;
  return readdirSync(dirname(directory))
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter((number) => Number.isSafeInteger(number));
}

function highestNumber(directory: string): number {
  return Math.max(0, ...lockNumbers(directory));
}

async function assertLeftBehind(directory: string, number: number): Promise<void> {
  const path = lockPath(directory, number);
  const owner = readOwner(path);
  if (owner === undefined) return;
  const life = judgeLife(owner);
  if (life === 'dead' || (life === 'unknown' && (await standsStill(path)))) return;
  throw new DirectoryInUse(
    `${directory} is in use by process ${owner.pid} (${path}). Stop that process first.`,
  );
}

/** Returns the process that holds a lock; undefined if it released it. */
function readOwner(path: string): ProcessIdentity | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return text === '' ? undefined : (JSON.parse(text) as ProcessIdentity);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new DirectoryInUse(`${path} can't be read as a lock: ${String(error)}.`);
  }
}

async function standsStill(path: string): Promise<boolean> {
  const before = statSync(path).mtimeMs;
  await sleep(SILENCE_MS);
  return statSync(path).mtimeMs === before;
}

/** Returns the path of our lock, or undefined if another process was first. */
function createLock(directory: string, number: number): string | undefined {
  const path = lockPath(directory, number);
  const draft = join(
    dirname(directory),
    `.${basename(directory)}.${randomBytes(8).toString('hex')}`,
  );
  // The lock appears with its content, so it is never read incomplete.
  writeFileSync(draft, JSON.stringify(currentIdentity()), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
    throw error;
  } finally {
    rmSync(draft);
  }
  if (highestNumber(directory) === number) return path;
  rmSync(path);
  return undefined;
}

function holdLock(directory: string, path: string, onLost: (error: Error) => void): DirectoryLock {
  for (const number of lockNumbers(directory)) {
    if (lockPath(directory, number) !== path) rmSync(lockPath(directory, number), { force: true });
  }
  const heartbeat = setInterval(() => {
    try {
      const nowSeconds = systemClock.nowMs() / 1000;
      utimesSync(path, nowSeconds, nowSeconds);
      if (lockPath(directory, highestNumber(directory)) === path) return;
      throw new Error('another process took the lock');
    } catch (error) {
      clearInterval(heartbeat);
      onLost(new DirectoryInUse(`The lock ${path} is lost: ${String(error)}.`));
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (lockPath(directory, highestNumber(directory)) !== path) return;
      // The lock is emptied, not deleted: a slow contender must still find the number in use.
      writeFileSync(path, '');
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
