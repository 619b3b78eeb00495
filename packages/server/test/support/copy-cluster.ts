// What a power cut leaves of a cluster: a copy of its files while it writes to them. Whoever opens
// the copy recovers from the last checkpoint before it through the log, which is copied last. That
// log holds every page that was changed since, so torn pages are mended.
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const PRIVATE_FOLDER = 0o700;
const LOG_FOLDER = 'pg_wal';
/** Says where recovery begins, so it is of the time before anything else is copied. */
const CONTROL_FILE = 'global/pg_control';

/** No checkpoint may be made meanwhile; a new cluster makes the next one after minutes. */
export async function copyCluster(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: PRIVATE_FOLDER });
  await mkdir(join(target, 'global'), { mode: PRIVATE_FOLDER });
  await copyFile(join(source, CONTROL_FILE), join(target, CONTROL_FILE));
  await copyBelow({ source, target, folder: '', isWanted: (path) => path !== LOG_FOLDER });
  await copyBelow({ source, target, folder: LOG_FOLDER, isWanted: () => true });
}

type Copying = {
  readonly source: string;
  readonly target: string;
  /** Below both. */
  readonly folder: string;
  readonly isWanted: (path: string) => boolean;
};

async function copyBelow({ source, target, folder, isWanted }: Copying): Promise<void> {
  await mkdir(join(target, folder), { recursive: true, mode: PRIVATE_FOLDER });
  const entries = await readdir(join(source, folder), { withFileTypes: true });
  // The segments of the log in their order: what follows one that is complete may still grow.
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (!isWanted(path) || path === CONTROL_FILE) continue;
    if (entry.isDirectory()) await copyBelow({ source, target, folder: path, isWanted });
    else if (entry.isFile()) await copyIfThere(join(source, path), join(target, path));
  }
}

/** A table's file that is dropped meanwhile is dropped by the log, too. */
async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
