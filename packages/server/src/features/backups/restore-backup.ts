import { findLeaseOwner, leaveLeaseTo } from '#engine/engine.ts';
import { ArchiveUnfit, readArchive } from '#platform/archive/archive.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { assertKnownMigrations, isEmptyDatabase, loadSnapshot } from '#platform/db/db.ts';
import type { Database, SnapshotLoad } from '#platform/db/db.ts';
import type { NoteOf } from './backup-notes.ts';
import type { BackupView } from './backup-view.ts';
import { readBackup } from './read-backup.ts';
import type { BackupPart } from './read-backup.ts';
import {
  assertEmptyFolder,
  beginFolder,
  clearFiles,
  clearFolder,
  FileWriter,
  findUnfinished,
  finishFolder,
  lockFolder,
} from './target-folder.ts';

export type RestoreJob = {
  /** The absolute path of the backup file. */
  readonly path: string;
  readonly passphrase: string;
  readonly dataDir: string;
  /** Opens the database to restore into, or creates the embedded one. */
  readonly openDatabase: () => Promise<Database>;
  /** Who restores, for the audit log. */
  readonly actor: string;
  readonly nowMs: number;
};

export type BackupContents = {
  readonly begin: NoteOf<'begin'>;
  readonly end: NoteOf<'end'>;
};

export type Restored = BackupContents & {
  /** Whether an earlier attempt had restored the backup, except for the last step. */
  readonly wasThere: boolean;
};

/**
 * Checks a backup by reading the whole file without changing anything. Throws ArchiveUnfit or
 * DatabaseUnfit.
 */
export async function checkBackup(
  { path, passphrase }: Pick<RestoreJob, 'path' | 'passphrase'>,
  view: BackupView,
): Promise<BackupContents> {
  let begin: NoteOf<'begin'> | undefined;
  let end: NoteOf<'end'> | undefined;
  let rows = 0;
  for await (const part of readBackup(readArchive({ path, passphrase, signal: view.signal }))) {
    view.signal.throwIfAborted();
    if (part.kind === 'begin') {
      ({ begin } = part);
      assertKnownMigrations(begin.migrations);
    } else if (part.kind === 'rows') {
      rows += part.page.length;
      view.progress(`checking: ${rows} rows`);
    } else if (part.kind === 'end') {
      ({ end } = part);
    }
  }
  if (begin === undefined || end === undefined) throw new ArchiveUnfit('The backup is empty.');
  return { begin, end };
}

/**
 * Restores into an empty database and an empty DATA_DIR. The whole file is verified before anything
 * is created, a failure removes what was created, and after a kill the same command starts over.
 */
export async function restoreBackup(job: RestoreJob, shown: BackupView): Promise<Restored> {
  const contents = await checkBackup(job, shown);
  const losing = new AbortController();
  const lock = await lockFolder(job.dataDir, (error) => losing.abort(error));
  const view = { ...shown, signal: AbortSignal.any([shown.signal, losing.signal]) };
  try {
    const unfinished = await findUnfinished(job.dataDir);
    if (unfinished === undefined) await assertEmptyFolder(job.dataDir);
    const mark = unfinished ?? contents.begin.id;
    await beginFolder(job.dataDir, mark);
    const wasThere = await restoreInto(job, { contents, view, mark });
    await finishFolder(job.dataDir);
    if (wasThere && mark !== contents.begin.id) {
      throw new ArchiveUnfit('Another backup was restored here before; that one is ready to use.');
    }
    return { ...contents, wasThere };
  } finally {
    lock.release();
  }
}

type Restoring = {
  readonly contents: BackupContents;
  readonly view: BackupView;
  /**
   * The content of the mark in the folder. It is also stored as the owner of the lease in the
   * commit of the restore.
   */
  readonly mark: string;
};

/**
 * Restores the backup; returns whether an earlier attempt already had. After a failure nothing is
 * restored, unless the database can't be asked whether the commit succeeded.
 */
async function restoreInto(job: RestoreJob, restoring: Restoring): Promise<boolean> {
  const db = await job.openDatabase().catch(async (error: unknown) => {
    await clearFolder(job.dataDir);
    throw error;
  });
  try {
    if (await isLoaded(db, restoring.mark)) return true;
    if (!(await isEmptyDatabase(db))) {
      throw new ArchiveUnfit('The database is not empty: name a new one in DATABASE_URL.');
    }
    await clearFiles(job.dataDir);
    await fill(db, job, restoring);
    return false;
  } catch (error) {
    const isThere = await isLoaded(db, restoring.mark).catch(() => undefined);
    await db.close();
    if (isThere === false) await clearFolder(job.dataDir);
    throw error;
  } finally {
    await db.close();
  }
}

async function fill(
  db: Database,
  job: RestoreJob,
  { contents, view, mark }: Restoring,
): Promise<void> {
  const writer = new FileWriter(job.dataDir);
  try {
    await loadSnapshot(db, contents.begin.migrations, async (load) => {
      for await (const part of readBackup(readArchive({ ...job, signal: view.signal }))) {
        await take(part, { load, writer, view });
      }
      await leaveLeaseTo(load.kysely, ownerOf(mark), job.nowMs);
      await recordAudit(load.kysely, job.nowMs, {
        actor: job.actor,
        action: 'backup.restore',
        subject: 'installation',
        after: { backup: contents.begin.id, madeAt: contents.begin.madeAt },
      });
      await writer.settle();
    });
  } finally {
    await writer.close();
  }
}

async function take(
  part: BackupPart,
  { load, writer, view }: { load: SnapshotLoad; writer: FileWriter; view: BackupView },
): Promise<void> {
  view.signal.throwIfAborted();
  switch (part.kind) {
    case 'begin':
      return await load.begin(part.begin.tables);
    case 'rows':
      view.progress(`restoring: ${part.table.name}`);
      return await load.addRows(part.table, part.page);
    case 'file':
      view.progress('restoring: files');
      return await writer.start(part.path);
    case 'content':
      return await writer.write(part.bytes);
    case 'file-end':
      return await writer.end();
    case 'end':
      return await load.finish(part.end.sequences);
  }
}

/**
 * Returns whether the backup is already restored. The lease is set in the same commit as everything
 * else, so its owner shows that.
 */
async function isLoaded(db: Database, mark: string): Promise<boolean> {
  if (await isEmptyDatabase(db)) return false;
  return (await findLeaseOwner(db.kysely)) === ownerOf(mark);
}

function ownerOf(mark: string): string {
  return `restored:${mark}`;
}
