// The embedded database serves one session: read through for minutes, it would serve nobody else.
// So the server copies its files, which holds nobody up, and the command reads the copy.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';

const FOLDER = 'backup-copy';
const PRIVATE_FOLDER = 0o700;

type Copy = { readonly db: Database; close(): Promise<void> };

/** Throws DirectoryInUse while another backup reads its copy. */
export async function lendCopy(db: Database, dataDir: string): Promise<void> {
  if (db.copyTo === undefined) return;
  const directory = directoryOf(dataDir);
  await mkdir(join(dataDir, FOLDER), { recursive: true, mode: PRIVATE_FOLDER });
  let lost: Error | undefined;
  const lock = await lockDirectory(directory, (error) => {
    lost = error;
  });
  try {
    // What a killed backup left.
    await rm(directory, { recursive: true, force: true });
    await db.copyTo(directory);
    if (lost !== undefined) throw lost;
  } finally {
    lock.release();
  }
}

/** The copy that the server has just lent; closing removes it. */
export async function openCopy(dataDir: string, onError: (error: unknown) => void): Promise<Copy> {
  const directory = directoryOf(dataDir);
  const db = await openDatabase({ directory, onError });
  return {
    db,
    close: async () => {
      await db.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function directoryOf(dataDir: string): string {
  return join(dataDir, FOLDER, 'database');
}
