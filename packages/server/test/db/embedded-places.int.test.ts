// Where the embedded database starts: as an ordinary user and as root, below folders that only root can
// enter, on long and unusual paths, and with a home that can't be written.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DatabaseUnfit, DirectoryInUse, openDatabase } from '#platform/db/db.ts';
import { findBinaries } from '#platform/db/embedded/binaries.ts';
import { runInitdb } from '#platform/db/embedded/initdb.ts';
import { startHolder } from '../support/holder.ts';
import { startServerProcess } from '../support/server-process.ts';

const LONG_MS = 240_000;
const NOBODY = { uid: 65_534, gid: 65_534 };
/** A user without an entry in /etc/passwd, as `docker run --user` and OpenShift choose one. */
const NAMELESS = { uid: 271_828, gid: 271_828 };
const isRoot = process.getuid?.() === 0;
const AS_ROOT = isRoot ? '' : ': SKIPPED, needs root';
const hasNssWrapper =
  spawnSync('true', { env: { ...process.env, LD_PRELOAD: 'libnss_wrapper.so' } }).stderr.length ===
  0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-place-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the embedded database in a place', () => {
  it.each([
    ['with spaces and letters beyond ASCII', 'Daten für Händler'],
    ['that is longer than a socket may be named', 'x'.repeat(150)],
  ])(
    '%s',
    async (_what, name) => {
      const directory = join(folder, name, 'postgres');
      const db = await openDatabase({ directory, onError: () => undefined });
      const guest = await openDatabase({ directory, isServed: true, onError: () => undefined });
      expect(await guest.query('select 1 as one', [])).toEqual([{ one: 1 }]);
      await guest.close();
      await db.close();
    },
    LONG_MS,
  );

  it(
    'that another program uses is rejected with a reason',
    async () => {
      const environment = { DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'warn' };
      const directory = join(folder, 'postgres');
      const db = await openDatabase({ directory, onError: () => undefined });
      await expect(startServerProcess(environment)).rejects.toThrow(
        `in use by process ${process.pid}`,
      );
      await expect(openDatabase({ directory, onError: () => undefined })).rejects.toThrow(
        DirectoryInUse,
      );
      await db.close();
    },
    LONG_MS,
  );
});

describe.skipIf(!isRoot)(`the embedded database of root${AS_ROOT}`, () => {
  it(
    'belongs to another user, also below a folder that only root can enter',
    async () => {
      chmodSync(folder, 0o700);
      const directory = join(folder, 'data', 'postgres');
      const db = await openDatabase({ directory, onError: () => undefined });
      expect(await db.query('select 1 as one', [])).toEqual([{ one: 1 }]);
      await db.close();
      expect(statSync(directory).uid).not.toBe(0);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    },
    LONG_MS,
  );

  it(
    'runs as the ordinary user that starts it, whose home can not be written',
    async () => {
      const home = join(folder, 'home');
      mkdirSync(home, { mode: 0o500 });
      const data = join(folder, 'data');
      mkdirSync(data);
      chmodSync(folder, 0o755);
      for (const path of [home, data]) chownSync(path, NOBODY.uid, NOBODY.gid);
      const { child } = await startHolder(join(data, 'postgres'), {
        ...NOBODY,
        env: { HOME: home, PATH: process.env.PATH },
      });
      expect(statSync(join(data, 'postgres')).uid).toBe(NOBODY.uid);
      child.kill('SIGTERM');
      await once(child, 'exit');
      expect(child.exitCode).toBe(0);
    },
    LONG_MS,
  );

  it(
    'copies its programs where the user can run them',
    () => {
      const { folder: usual, major } = findBinaries(NOBODY, folder);
      const version = execFileSync(join(usual, 'bin', 'postgres'), ['--version'], {
        ...NOBODY,
        cwd: '/',
        encoding: 'utf8',
      });
      expect(version).toContain(` ${major}.`);
    },
    LONG_MS,
  );

  const withName = 'starts under a user without a name where libnss-wrapper is installed';
  it.skipIf(!hasNssWrapper)(
    hasNssWrapper ? withName : `${withName}: SKIPPED, it is not installed`,
    async () => {
      const data = join(folder, 'data');
      mkdirSync(data);
      chmodSync(folder, 0o755);
      chownSync(data, NAMELESS.uid, NAMELESS.gid);
      const { child } = await startHolder(join(data, 'postgres'), {
        ...NAMELESS,
        env: { PATH: process.env.PATH },
      });
      expect(statSync(join(data, 'postgres')).uid).toBe(NAMELESS.uid);
      child.kill('SIGTERM');
      await once(child, 'exit');
      expect(child.exitCode).toBe(0);
    },
    LONG_MS,
  );

  it(
    'says what a user without a name needs where libnss-wrapper is missing',
    async () => {
      const directory = join(folder, 'postgres');
      mkdirSync(directory);
      chownSync(directory, NAMELESS.uid, NAMELESS.gid);
      const cluster = { directory, user: NAMELESS, binaries: findBinaries(NAMELESS, folder) };
      const failure = await runInitdb(cluster, 'libmissing.so').catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DatabaseUnfit);
      expect(String(failure)).toContain(
        `the user with the number ${NAMELESS.uid} has no name in /etc/passwd`,
      );
      expect(String(failure)).toContain('libnss-wrapper');
      expect(readdirSync(directory)).toEqual([]);
    },
    LONG_MS,
  );
});
