import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp } from '#app.ts';
import { checkBackup, makeBackup, restoreBackup } from '#features/backups/backups.ts';
import { ArchiveUnfit, readArchive, writeArchive } from '#platform/archive/archive.ts';
import type { ArchiveRecord } from '#platform/archive/archive.ts';
import { findAuditProblem } from '#platform/audit/audit.ts';
import { DatabaseUnfit, migrate, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { openFiles } from '#platform/files/files.ts';
import { createLog } from '#platform/log/log.ts';
import { readSettings } from '#settings.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import type { OwnDatabase } from '../support/postgres-admin.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const PASSPHRASE = 'the sea is calm tonight';
/** Before the audit log knew where from. */
const FIRST_OF_NEWER = '0011';
const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const VIEW = { signal: new AbortController().signal, progress: () => undefined };

type Note = Record<string, unknown> & { readonly kind: string };
type Change = (record: ArchiveRecord) => ArchiveRecord;

describeOnDatabase('a restore', (database) => {
  let folder: string;
  let count = 0;
  let dataDir: string;
  let target: OwnDatabase;
  const good = (): string => join(folder, 'good.backup');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-restore-'));
    const files = await openFiles(join(folder, 'source'));
    await files.secret('credentials', 32);
    const db = await database.open();
    await migrate(db);
    await db.query(
      `insert into rejected_quotes (source, reason, evidence, rejected_at)
       select 'test', 'spike', repeat(E'line\\n"quoted" \\\\ \u20ac', g), now()
       from generate_series(1, 300) g`,
      [],
    );
    const place = { db, dataDir: files.root, path: good() };
    await makeBackup({ ...place, passphrase: PASSPHRASE, nowMs: NOW_MS, costLog2: 14 }, VIEW);
    await db.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    count += 1;
    dataDir = join(folder, `target-${count}`);
    target = nameOwnDatabase();
    await target.create('empty');
  });
  afterEach(() => target.drop());
  const openTarget = (): Promise<Database> =>
    openDatabase({ url: target.url, directory: '', onError: () => undefined });

  const restore = async (
    path = good(),
    view: Parameters<typeof restoreBackup>[1] = VIEW,
    passphrase = PASSPHRASE,
  ) =>
    await restoreBackup(
      {
        path,
        passphrase,
        dataDir,
        openDatabase: openTarget,
        actor: 'operator:tester',
        nowMs: NOW_MS,
      },
      view,
    );
  const leftovers = (): readonly string[] =>
    existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !name.includes('.lock-')) : [];
  const bytes = (change: (content: Buffer) => Buffer): string => {
    const path = join(folder, `bad-${count}`);
    writeFileSync(path, change(readFileSync(good())));
    return path;
  };
  /** Sealed with the right passphrase, but not what a backup says. */
  const forged = async (change: Change): Promise<string> => {
    const path = join(folder, `forged-${count}-${crypto.randomUUID()}`);
    const file = { passphrase: PASSPHRASE, signal: VIEW.signal };
    async function* changed(): AsyncGenerator<ArchiveRecord> {
      for await (const record of readArchive({ ...file, path: good() })) yield change(record);
    }
    await writeArchive({ ...file, path, costLog2: 14 }, changed());
    return path;
  };
  const notes =
    (change: (note: Note) => Note): Change =>
    (record) =>
      record.kind === 'note' ? { kind: 'note', note: change(record.note as Note) } : record;

  it('rejects a wrong passphrase, a truncated file and a changed file, and changes nothing', async () => {
    await expect(restore(good(), VIEW, 'another passphrase')).rejects.toThrow(/passphrase/);
    for (const path of [
      bytes((content) => content.subarray(0, content.length - 20)),
      bytes((content) => Buffer.concat([content, Buffer.from('x')])),
    ]) {
      await expect(restore(path)).rejects.toThrow(ArchiveUnfit);
    }
    const flipped = bytes((content) => {
      content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
      return content;
    });
    await expect(restore(flipped)).rejects.toThrow(/changed/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('rejects a newer schema and path traversal before it creates anything', async () => {
    const newer = await forged(
      notes((note) =>
        note.kind === 'begin'
          ? {
              ...note,
              migrations: [
                ...(note['migrations'] as object[]),
                { name: '9999-later.sql', checksum: 'a'.repeat(64) },
              ],
            }
          : note,
      ),
    );
    await expect(restore(newer)).rejects.toThrow(DatabaseUnfit);
    for (const path of [
      '../evil',
      'secrets/../../evil',
      '/etc/evil',
      'documents/evil',
      'database/PG_VERSION',
    ]) {
      const evil = await forged(
        notes((note) => (note.kind.startsWith('file') ? { ...note, path } : note)),
      );
      await expect(restore(evil)).rejects.toThrow(ArchiveUnfit);
    }
    expect(existsSync(dataDir)).toBe(false);
    expect(existsSync(join(folder, 'evil'))).toBe(false);
  });

  it('rejects rows, files and counts that differ from the manifest', async () => {
    let isChanged = false;
    const row = await forged((record) => {
      if (record.kind === 'note' || isChanged || record.bytes.length === 0) return record;
      isChanged = true;
      return { kind: 'bytes', bytes: Buffer.from(record.bytes.toString().replace('1', '2')) };
    });
    await expect(restore(row)).rejects.toThrow(/not as it was written/);
    const fewer = await forged(
      notes((note) => (note.kind === 'end' ? { ...note, files: 0 } : note)),
    );
    await expect(restore(fewer)).rejects.toThrow(/not as it was written/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('migrates the rows of an older release', async () => {
    const source = join(folder, 'older');
    const migrations = join(folder, 'migrations');
    const older = nameOwnDatabase();
    await older.create('empty');
    cpSync(fileURLToPath(new URL('../../migrations', import.meta.url)), migrations, {
      recursive: true,
    });
    for (const name of readdirSync(migrations)) {
      if (name > FIRST_OF_NEWER) rmSync(join(migrations, name), { recursive: true });
    }
    const files = await openFiles(source);
    const db = await openDatabase({
      url: older.url,
      directory: '',
      onError: () => undefined,
    });
    await migrate(db, { directory: migrations });
    await db.query(
      "insert into affiliates (email, password_hash, name, created_at) values ('a', '', 'A', now())",
      [],
    );
    const path = join(folder, 'older.backup');
    const place = { db, dataDir: files.root, path };
    await makeBackup({ ...place, passphrase: PASSPHRASE, nowMs: NOW_MS, costLog2: 14 }, VIEW);
    await db.close();
    await older.drop();
    await restore(path);
    const restored = await openTarget();
    expect(await migrate(restored)).toEqual([]);
    const events = await restored.query('select action from audit_events order by id', []);
    expect(events.map((row) => row.action)).toEqual(['backup.restore']);
    expect(await restored.query('select name from affiliates', [])).toEqual([{ name: 'A' }]);
    expect(await findAuditProblem(restored.kysely)).toBe(undefined);
    await restored.close();
  });

  it('rejects a folder that is not empty and does not change it', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'notes.txt'), 'mine');
    await expect(restore()).rejects.toThrow(/notes\.txt/);
    expect(leftovers()).toEqual(['notes.txt']);
  });

  it('removes what it created when interrupted, and succeeds the next time', async () => {
    const aborting = new AbortController();
    const progress = (text: string): void => {
      if (text.startsWith('restoring: r')) aborting.abort();
    };
    await expect(restore(good(), { signal: aborting.signal, progress })).rejects.toThrow(/abort/);
    expect(leftovers()).toEqual([]);
    expect((await restore()).wasThere).toBe(false);
    const secret = 'secrets/credentials';
    expect(readFileSync(join(dataDir, secret))).toEqual(
      readFileSync(join(folder, 'source', secret)),
    );
  });

  it('can be backed up before the program was started on it', async () => {
    await restore();
    const db = await openTarget();
    const again = join(folder, `again-${count}.backup`);
    const job = { db, dataDir, path: again, passphrase: PASSPHRASE, nowMs: NOW_MS, costLog2: 14 };
    const made = await makeBackup(job, VIEW);
    await db.close();
    expect(made).toMatchObject({ missingFiles: 0 });
    const { begin } = await checkBackup({ path: again, passphrase: PASSPHRASE }, VIEW);
    expect(begin.id).not.toBe('');
  });

  it('replaces what a killed restore left, on which no program starts', async () => {
    await restore();
    // As if it was killed before its last step, and as if it was killed in the middle.
    const mark = join(dataDir, 'restore-unfinished');
    const { begin } = await checkBackup({ path: good(), passphrase: PASSPHRASE }, VIEW);
    writeFileSync(mark, begin.id);
    const read = readSettings({ DATA_DIR: dataDir, PORT: '0', DEMO: '0' });
    if (read.kind === 'invalid') expect.fail('the settings');
    const log = createLog('info', { write: () => undefined });
    await expect(startApp(read.settings, { log, onFatal: () => undefined })).rejects.toThrow(
      /restore .* was not finished/i,
    );
    expect((await restore()).wasThere).toBe(true);
    expect(existsSync(mark)).toBe(false);

    await target.drop();
    await target.create('empty');
    writeFileSync(mark, begin.id);
    expect((await restore()).wasThere).toBe(false);
    expect(existsSync(mark)).toBe(false);
    await expect(restore()).rejects.toThrow(/not empty/);
  });
});
