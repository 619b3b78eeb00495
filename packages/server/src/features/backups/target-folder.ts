// The DATA_DIR that a backup is restored into. A mark exists in it during the restore: no program
// starts on a marked folder, and a repeated restore can remove what the last attempt left.
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArchiveUnfit } from '#platform/archive/archive.ts';
import { EMBEDDED_FOLDER, lockDirectory } from '#platform/db/db.ts';
import { makeFolder } from '#platform/files/files.ts';
import { operatorCommand } from '#platform/launch/launch.ts';

const MARK = 'restore-unfinished';
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** What a restore creates; while the mark exists it can be removed again. */
const FILES = ['secrets', 'documents', 'outbox', 'first-run.json'] as const;
const LOCK = 'restore';
/** Locks of the embedded database stay, as do files of a new disk or a repository. */
const NO_CONTENT = /^(?:(?:postgres|restore)\.lock-\d+|operator\.sock|lost\+found|\..+)$/;

/**
 * Asserts that the folder is not a partial restore, which must not be used. Throws ArchiveUnfit.
 */
export async function assertRestored(dataDir: string): Promise<void> {
  if ((await findUnfinished(dataDir)) === undefined) return;
  throw new ArchiveUnfit(
    `A restore into ${dataDir} was not finished: run '${operatorCommand('restore FILE')}' again.`,
  );
}

/** Returns the id of the backup whose restore into this folder was not finished. */
export async function findUnfinished(dataDir: string): Promise<string | undefined> {
  try {
    return await readFile(join(dataDir, MARK), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Asserts that the folder is empty. One with any content is in use, and nothing in it may be
 * changed.
 */
export async function assertEmptyFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const found = names.find((name) => !NO_CONTENT.test(name));
  if (found === undefined) return;
  throw new ArchiveUnfit(
    `DATA_DIR ${dataDir} is not empty: it has ${found}. Restore into a new folder, or move that one away.`,
  );
}

export async function beginFolder(dataDir: string, id: string): Promise<void> {
  await writeFile(join(dataDir, MARK), id, { mode: PRIVATE_FILE });
  await syncPath(dataDir);
}

/**
 * Locks the folder. Of two concurrent restores into one folder, the second throws DirectoryInUse.
 */
export async function lockFolder(
  dataDir: string,
  onLost: (error: Error) => void,
): Promise<{ release(): void }> {
  await makeFolder(dataDir);
  return await lockDirectory(join(dataDir, LOCK), onLost);
}

/** Removes the files that an unfinished restore created. */
export async function clearFiles(dataDir: string): Promise<void> {
  for (const name of FILES) await rm(join(dataDir, name), { recursive: true, force: true });
}

/** Removes everything that the restore created, the mark last. The database must be closed. */
export async function clearFolder(dataDir: string): Promise<void> {
  await clearFiles(dataDir);
  await rm(join(dataDir, EMBEDDED_FOLDER), { recursive: true, force: true });
  await rm(join(dataDir, MARK), { force: true });
}

export async function finishFolder(dataDir: string): Promise<void> {
  await rm(join(dataDir, MARK));
  await syncPath(dataDir);
}

/** Writes one file after the other; each is on disk when it has ended. */
export class FileWriter {
  readonly #dataDir: string;
  readonly #folders = new Set<string>();
  #file: FileHandle | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Starts a file. The path was verified to be one of a backup. */
  async start(path: string): Promise<void> {
    const full = join(this.#dataDir, path);
    const folder = dirname(full);
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    this.#folders.add(folder);
    this.#file = await open(full, 'wx', PRIVATE_FILE);
  }

  async write(bytes: Buffer): Promise<void> {
    await this.#file?.appendFile(bytes);
  }

  async end(): Promise<void> {
    await this.#file?.sync();
    await this.close();
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  /** Waits until the names of all files are on disk, too. */
  async settle(): Promise<void> {
    for (const folder of this.#folders) await syncPath(folder);
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
