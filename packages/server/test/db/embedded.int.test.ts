// The embedded PostgreSQL as the program runs it: what it makes, what it refuses, and what stays after
// kills of the program, of PostgreSQL and of both.
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DatabaseUnfit, DirectoryInUse, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { HOLDER, isAlive, readPostmaster, startHolder } from '../support/holder.ts';

const SLOW = { timeout: 60_000, interval: 20 };

let root: string;
let template: string;
let directory: string;
let problems: unknown[];
const open = (): Promise<Database> =>
  openDatabase({ directory, onError: (error) => problems.push(error) });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halyard-embedded-'));
  template = join(root, 'template', 'postgres');
  const db = await openDatabase({ directory: template, onError: () => undefined });
  await db.close();
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder: string;
beforeEach(() => {
  problems = [];
  folder = mkdtempSync(join(root, 'case-'));
  directory = join(folder, 'postgres');
  cpSync(template, directory, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the holder committed must be there, and at most one row more. */
async function expectHeld(rows: readonly number[]): Promise<void> {
  const db = await open();
  const kept = (await db.query('select id from held order by id', [])).map(({ id }) => id);
  await db.close();
  expect(rows.filter((id) => !kept.includes(id))).toEqual([]);
  expect(kept.length - rows.length).toBeLessThanOrEqual(1);
}

describe('the embedded database', () => {
  it('creates a missing directory and keeps its data over a restart', async () => {
    directory = join(folder, 'deeper', 'postgres');
    const db = await open();
    await db.query('create table kept (id int)', []);
    await db.query('insert into kept values (7)', []);
    await db.close();
    const again = await open();
    expect(await again.query('select id from kept', [])).toEqual([{ id: 7 }]);
    await again.close();
    const names = readdirSync(join(folder, 'deeper')).toSorted();
    expect(names).toEqual(['postgres', 'postgres.lock-000002']);
    const modeOf = (name: string): number => statSync(join(directory, name)).mode & 0o777;
    expect(['', 'base', 'pg_wal'].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    expect(['PG_VERSION', 'pg_hba.conf', 'global/1262'].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
    expect(problems).toEqual([]);
  });

  it('is durable, checks its pages, and is reached by its socket alone', async () => {
    const db = await open();
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];
    for (const name of names) {
      expect(await db.query('select current_setting($1) as value', [name])).toEqual([
        { value: 'on' },
      ]);
    }
    expect(await db.query(`select current_setting('listen_addresses') as value`, [])).toEqual([
      { value: '' },
    ]);
    expect(statSync(join(directory, '.s.PGSQL.5432')).mode & 0o777).toBe(0o700);
    await db.close();
  });

  it('starts over if an earlier first start was killed half way', async () => {
    rmSync(directory, { recursive: true });
    cpSync(template, `${directory}.initializing`, { recursive: true });
    rmSync(join(`${directory}.initializing`, 'global'), { recursive: true });
    const db = await open();
    expect(await db.query('select 1 as one', [])).toEqual([{ one: 1 }]);
    await db.close();
    expect(readdirSync(folder).filter((name) => name.includes('initializing'))).toEqual([]);
  });

  it('refuses a second opening in the same process', async () => {
    const db = await open();
    await expect(open()).rejects.toThrow(DirectoryInUse);
    await expect(open()).rejects.toThrow(`in use by process ${process.pid}`);
    await db.close();
    await (await open()).close();
  });

  it('lets another process read beside the one that serves it', async () => {
    const db = await open();
    await db.query('create table shared as select 5 as id', []);
    const guest = await openDatabase({ directory, isServed: true, onError: () => undefined });
    expect(await guest.query('select id from shared', [])).toEqual([{ id: 5 }]);
    expect([db.isExclusive, guest.isExclusive]).toEqual([true, false]);
    await guest.close();
    expect(await db.query('select id from shared', [])).toEqual([{ id: 5 }]);
    await db.close();
  });

  it('refuses files of another major version, and says what to run', async () => {
    writeFileSync(join(directory, 'PG_VERSION'), '17\n');
    await expect(open()).rejects.toThrow(DatabaseUnfit);
    await expect(open()).rejects.toThrow(
      /written by PostgreSQL 17, and this version of Halyard brings 18.*halyard -- backup FILE.*halyard -- restore FILE/,
    );
    expect(readFileSync(join(directory, 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it('rejects data in the earlier embedded format, and says what to run', async () => {
    rmSync(directory, { recursive: true });
    mkdirSync(join(folder, 'database'));
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '18\n');
    await expect(open()).rejects.toThrow(
      /database of an earlier version.*halyard -- backup FILE.*halyard -- restore FILE/,
    );
    expect(existsSync(directory)).toBe(false);
  });
});

describe('the embedded database after a kill', () => {
  it('refuses a directory that another process holds, and takes over after it was killed', async () => {
    const { child, rows } = await startHolder(directory);
    await expect(open()).rejects.toThrow(`in use by process ${child.pid}`);
    await expect.poll(() => rows.length, SLOW).toBeGreaterThan(20);
    const orphan = readPostmaster(directory);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(orphan)).toBe(true);
    await expectHeld(rows);
    expect(isAlive(orphan)).toBe(false);
  });

  it('has all acknowledged transactions after both were killed', async () => {
    const { child, rows } = await startHolder(directory);
    await expect.poll(() => rows.length, SLOW).toBeGreaterThan(20);
    process.kill(readPostmaster(directory), 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expectHeld(rows);
  });

  it('starts again by itself after it was killed, with all that was committed', async () => {
    const db = await open();
    const lane = db.openLane({ name: 'test' });
    await db.query('create table kept as select 1 as id', []);
    const killed = readPostmaster(directory);
    process.kill(killed, 'SIGKILL');
    const read = (): Promise<unknown> => db.query('select id from kept', []);
    // A session may answer once more before it notices.
    await expect.poll(() => problems.map(String).join(), SLOW).toContain('ended (SIGKILL)');
    await expect.poll(() => read().catch(String), SLOW).toEqual([{ id: 1 }]);
    expect(await lane.query('select id from kept', [])).toEqual([{ id: 1 }]);
    expect(readPostmaster(directory)).not.toBe(killed);
    await lane.close();
    await db.close();
  });

  it('continues after a session was killed', async () => {
    const db = await open();
    await db.query('create table kept as select 1 as id', []);
    const [row] = await db.query('select pg_backend_pid() as pid', []);
    process.kill(Number(row?.pid), 'SIGKILL');
    const read = (): Promise<unknown> => db.query('select id from kept', []).catch(String);
    await expect.poll(read, SLOW).toEqual([{ id: 1 }]);
    await db.close();
  });

  it('is not blocked by process numbers that were reassigned', async () => {
    const stale = `${process.ppid}\n${directory}\n1\n5432\n.\n\n    1    1\nready   \n`;
    writeFileSync(join(directory, 'postmaster.pid'), stale);
    writeFileSync(join(directory, '.s.PGSQL.5432.lock'), stale);
    const db = await open();
    expect(await db.query('select 1 as one', [])).toEqual([{ one: 1 }]);
    await db.close();
  });

  it('takes over from a killed process that its parent has not reaped', async () => {
    const script = '"$0" "$@" & exec sleep 100';
    const parent = spawn('sh', ['-c', script, process.execPath, HOLDER, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    const { pid } = JSON.parse(readFileSync(`${directory}.lock-000001`, 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    const tryOpen = (): Promise<Database | undefined> => open().catch(() => undefined);
    let db: Database | undefined;
    await expect.poll(async () => (db = await tryOpen()), SLOW).toBeDefined();
    expect(() => process.kill(pid, 0)).not.toThrow();
    await db?.close();
    parent.kill();
    await once(parent, 'exit');
  });

  it('stops cleanly with its program', async () => {
    const { child } = await startHolder(directory);
    const postmaster = readPostmaster(directory);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
    expect(existsSync(join(directory, 'postmaster.pid'))).toBe(false);
  });
});
