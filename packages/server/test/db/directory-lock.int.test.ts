import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DirectoryInUse, lockDirectory } from '#platform/db/db.ts';
import { currentIdentity } from '#platform/db/embedded/process-identity.ts';

function ignore(): void {}

let root: string;
let directory: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-lock-'));
  directory = join(root, 'database');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('the lock of a folder', () => {
  it('takes a lock over once its process number means another process', async () => {
    await lockDirectory(directory, ignore);
    writeFileSync(
      join(root, 'database.lock-000001'),
      JSON.stringify({ ...currentIdentity(), pid: process.ppid }),
    );
    const lock = await lockDirectory(directory, ignore);
    expect(readdirSync(root)).toContain('database.lock-000002');
    expect(readdirSync(root)).not.toContain('database.lock-000001');
    lock.release();
  });

  it('waits to see whether a lock of another machine or container is still renewed', async () => {
    const other = JSON.stringify({ ...currentIdentity(), world: 'another' });
    writeFileSync(`${directory}.lock-000001`, other);
    const kept = join(root, 'kept');
    writeFileSync(`${kept}.lock-000001`, other);
    const heartbeat = setInterval(
      () => utimesSync(`${kept}.lock-000001`, new Date(), new Date()),
      500,
    );
    const [left, held] = await Promise.allSettled([
      lockDirectory(directory, ignore),
      lockDirectory(kept, ignore),
    ]);
    clearInterval(heartbeat);
    expect(held).toMatchObject({ status: 'rejected', reason: expect.any(DirectoryInUse) });
    expect(left.status).toBe('fulfilled');
    if (left.status === 'fulfilled') left.value.release();
  });

  it('tells its holder that a lock was taken away', async () => {
    const lost = Promise.withResolvers<Error>();
    const lock = await lockDirectory(directory, lost.resolve);
    writeFileSync(`${directory}.lock-000002`, JSON.stringify(currentIdentity()));
    expect(await lost.promise).toBeInstanceOf(DirectoryInUse);
    lock.release();
    expect(readFileSync(`${directory}.lock-000002`, 'utf8')).not.toBe('');
  });

  it('lets exactly one of many that find a stale lock have it', async () => {
    const stale = await lockDirectory(directory, ignore);
    stale.release();
    const attempts = Array.from({ length: 8 }, () => lockDirectory(directory, ignore));
    const results = await Promise.allSettled(attempts);
    const winners = results.filter(({ status }) => status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const winner of winners) if (winner.status === 'fulfilled') winner.value.release();
  });
});
