import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { DirectoryInUse, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { EmbeddedDatabase } from '#platform/db/embedded/embedded.ts';
import { Maintenance, MAINTENANCE_SCHEDULE } from '#platform/db/embedded/maintenance.ts';
import { lockDirectory } from '#platform/db/embedded/directory-lock.ts';
import { currentIdentity } from '#platform/db/embedded/process-identity.ts';
import { Outage } from '#platform/outage/outage.ts';
import { embeddedTemplate } from '../support/database-templates.ts';

const HOLDER = fileURLToPath(new URL('../support/hold-embedded-database.ts', import.meta.url));

function ignore(): void {}

let root: string;
let directory: string;
const open = (): Promise<Database> => openDatabase({ directory, onError: ignore });

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'halyard-embedded-'));
  directory = join(root, 'database');
  cpSync(await embeddedTemplate(), directory, { recursive: true });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Starts a process that holds the directory and writes; `rows` grows as it commits. */
async function startHolder(): Promise<{ child: ChildProcess; rows: number[] }> {
  const child = spawn(process.execPath, [HOLDER, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const rows: number[] = [];
  const opened = Promise.withResolvers<void>();
  let rest = '';
  child.stdout?.on('data', (data: Buffer) => {
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

describe('the embedded database', () => {
  it('makes a missing directory and keeps its data over a restart', async () => {
    directory = join(root, 'deeper', 'new');
    const db = await open();
    await db.query('create table kept (id int)', []);
    await db.query('insert into kept values (7)', []);
    await db.close();
    const again = await open();
    expect(await again.query('select id from kept', [])).toEqual([{ id: 7 }]);
    await again.close();
    expect(readdirSync(join(root, 'deeper')).toSorted()).toEqual(['new', 'new.lock-000002']);
    const modeOf = (name: string): number => statSync(join(directory, name)).mode & 0o777;
    expect(['', 'base', 'pg_wal'].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    expect(['PG_VERSION', 'pg_hba.conf', 'global/1262'].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  });

  it('starts afresh where an earlier first start was killed half way', async () => {
    directory = join(root, 'fresh');
    cpSync(await embeddedTemplate(), `${directory}.initializing`, { recursive: true });
    rmSync(join(`${directory}.initializing`, 'global'), { recursive: true });
    const db = await open();
    expect(await db.query('select 1 as one', [])).toEqual([{ one: 1 }]);
    await db.close();
  });

  it('starts afresh while what a killed first start began is still being made', async () => {
    directory = join(root, 'contested');
    const listDrafts = (): string[] =>
      readdirSync(root).filter((name) => name.startsWith('contested.initializing'));
    const child = spawn(process.execPath, [HOLDER, directory], { stdio: 'ignore' });
    await expect.poll(listDrafts, { timeout: 30_000, interval: 10 }).toHaveLength(1);
    const [begun] = listDrafts();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const opening = open();
    const isMadeApart = (): boolean => listDrafts().some((name) => name !== begun);
    await expect.poll(isMadeApart, { timeout: 30_000, interval: 10 }).toBe(true);
    const db = await opening;
    expect(await db.query('select 1 as one', [])).toEqual([{ one: 1 }]);
    await db.close();
    await (await open()).close();
    expect(listDrafts()).toEqual([]);
  }, 120_000);

  it('calls the fsync of the host for every commit', async () => {
    const embedded = await EmbeddedDatabase.open(directory, ignore);
    const connection = await embedded.usual.connect();
    await connection.query({ text: 'create table synced (id int)' });
    const before = embedded.hostSyncs;
    for (let id = 0; id < 20; id += 1) {
      await connection.query({ text: 'insert into synced values ($1)', values: [id] });
    }
    expect(embedded.hostSyncs - before).toBeGreaterThanOrEqual(20);
    connection.release();
    await embedded.close();
  });

  it('writes a checkpoint after so much log, and clears up changed tables', async () => {
    const embedded = await EmbeddedDatabase.open(directory, ignore);
    const ask = async (text: string): Promise<unknown> => {
      const connection = await embedded.usual.connect();
      try {
        return (await connection.query({ text, values: [] })).rows;
      } finally {
        connection.release();
      }
    };
    const checkpoint = `select redo_lsn from pg_control_checkpoint()`;
    await ask('create table changed as select g as id from generate_series(1, 500) g');
    await ask('delete from changed where id > 100');
    const before = await ask(checkpoint);
    const schedule = { ...MAINTENANCE_SCHEDULE, lookIntervalMs: 20, vacuumRowsMin: 100 };
    const often = { ...schedule, checkpointWalBytes: 10_000, vacuumIntervalMs: 40 };
    const faults: unknown[] = [];
    const maintenance = new Maintenance(embedded.usual, often, (error) => faults.push(error));
    maintenance.start();
    await expect.poll(() => ask(checkpoint), { timeout: 30_000 }).not.toEqual(before);
    const rows = `select reltuples::int as rows from pg_class where relname = 'changed'`;
    await expect.poll(() => ask(rows), { timeout: 30_000 }).toEqual([{ rows: 100 }]);
    await maintenance.stop();
    expect(faults).toEqual([]);
    await embedded.close();
  });

  it('refuses a second opening in the same process', async () => {
    const db = await open();
    await expect(open()).rejects.toThrow(DirectoryInUse);
    await expect(open()).rejects.toThrow(`in use by process ${process.pid}`);
    await db.close();
    await (await open()).close();
  });

  it('refuses a directory that another process holds, and takes over after it was killed', async () => {
    const { child, rows } = await startHolder();
    await expect(open()).rejects.toThrow(`in use by process ${child.pid}`);
    await expect.poll(() => rows.length).toBeGreaterThan(20);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const db = await open();
    const kept = await db.query('select id from held order by id', []);
    const lost = rows.filter((id) => !kept.some((row) => row.id === id));
    expect(lost).toEqual([]);
    expect(kept.length - rows.length).toBeLessThanOrEqual(1);
    await db.close();
  });

  it('takes over from a process that was killed and whose parent never asks for its end', async () => {
    const script = '"$0" "$@" & exec sleep 100';
    const parent = spawn('sh', ['-c', script, process.execPath, HOLDER, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    const { pid } = JSON.parse(readFileSync(`${directory}.lock-000001`, 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    const tryOpen = (): Promise<Database | undefined> => open().catch(() => undefined);
    let db: Database | undefined;
    await expect.poll(async () => (db = await tryOpen()), { timeout: 10_000 }).toBeDefined();
    expect(() => process.kill(pid, 0)).not.toThrow();
    await db?.close();
    parent.kill();
    await once(parent, 'exit');
  });

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

  it('waits to see whether a lock of another machine or container is still kept', async () => {
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

  it('acknowledges nothing after a failed fsync, and has all it acknowledged after it', async () => {
    const mark = join(root, 'fail-next');
    vi.stubEnv(
      'NODE_OPTIONS',
      `--import ${new URL('../support/fail-fsync.ts', import.meta.url).href}`,
    );
    vi.stubEnv('FAIL_FSYNC_MARK', mark);
    const db = await open();
    await db.query('create table kept (id int)', []);
    await db.query('insert into kept values (1)', []);
    writeFileSync(mark, '');
    await expect(db.query('insert into kept values (2)', [])).rejects.toThrow(Outage);
    expect(existsSync(mark)).toBe(false);
    const read = (): Promise<unknown> =>
      db.query('select id from kept where id <> 2', []).catch(String);
    await expect.poll(read, { timeout: 30_000 }).toEqual([{ id: 1 }]);
    await db.query('insert into kept values (3)', []);
    await db.close();
    vi.unstubAllEnvs();
    const again = await open();
    expect(await again.query('select id from kept where id <> 2 order by id', [])).toEqual([
      { id: 1 },
      { id: 3 },
    ]);
    await again.close();
  });

  it('starts again by itself after its worker broke, with all that was committed', async () => {
    const embedded = await EmbeddedDatabase.open(directory, ignore);
    const connection = await embedded.usual.connect();
    await connection.query({ text: 'create table kept as select 1 as id' });
    // Whoever calls the connection broken: the session can't be trusted any more.
    connection.release(true);
    const read = async (): Promise<unknown> => {
      const again = await embedded.usual.connect();
      try {
        return (await again.query({ text: 'select id from kept' })).rows;
      } finally {
        again.release();
      }
    };
    await expect.poll(() => read().catch(String), { timeout: 30_000 }).toEqual([{ id: 1 }]);
    await embedded.close();
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
