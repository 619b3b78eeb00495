import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { writeArchive } from '#platform/archive/archive.ts';
import { readSnapshot } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import type { S3Settings } from '#platform/file-store/file-store.ts';
import { FORM } from './backup-notes.ts';
import type { NoteOf } from './backup-notes.ts';
import type { BackupView } from './backup-view.ts';
import { backupRecords } from './write-backup.ts';

export type BackupJob = {
  readonly db: Database;
  readonly dataDir: string;
  /** The store of the documents, which are then not in the backup; absent: DATA_DIR. */
  readonly filesS3?: S3Settings | undefined;
  /** The absolute path of the backup file, which must not exist. */
  readonly path: string;
  readonly passphrase: string;
  readonly nowMs: number;
  /**
   * The scrypt cost as a power of two, which determines how hard guessing the passphrase is; lower
   * only in tests.
   */
  readonly costLog2?: number;
};

export type MadeBackup = {
  readonly rows: number;
  readonly files: number;
  readonly missingFiles: number;
  readonly bytes: number;
};

/** Backs up everything at one moment. An interrupted backup leaves no file. */
export async function makeBackup(job: BackupJob, view: BackupView): Promise<MadeBackup> {
  const { db, dataDir, path, nowMs } = job;
  let end: NoteOf<'end'> | undefined;
  await readSnapshot(db, async (snapshot) => {
    const begin = {
      form: FORM,
      id: randomUUID(),
      madeAt: new Date(nowMs).toISOString(),
      migrations: [...snapshot.migrations],
    };
    const hasDocuments = job.filesS3 === undefined;
    const source = { snapshot, dataDir, hasDocuments, begin, onProgress: view.progress };
    const file = { ...job, signal: view.signal };
    await writeArchive(
      file,
      backupRecords(source, (made) => (end = made)),
    );
  });
  if (end === undefined) throw new Error('a backup was written without its end');
  return {
    rows: end.tables.reduce((sum, table) => sum + table.rows, 0),
    files: end.files,
    missingFiles: end.missingFiles,
    bytes: (await stat(path)).size,
  };
}
