// DATA_DIR: everything that is not in the database. Folders have mode 700, files 600: only the user
// that runs the program can read them.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  chmod,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const FOLDERS = ['secrets', 'outbox', 'documents', 'exports'] as const;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** The permission bits of group and others. */
const OTHERS_BITS = 0o077;
const PROBE_BYTES = 65_536;
/** Contents that may already exist: a moved database, and files of a new disk or a repository. */
const NAMES_OF_A_NEW_FOLDER = /^((?:database|postgres).*|\.+[^.].*|lost\+found)$/;
const NAME_PATTERN = /^[a-z][a-z0-9-]{0,63}$/;

export type Files = {
  /** The absolute path of DATA_DIR. */
  readonly root: string;
  /** Returns the absolute path below DATA_DIR; segments that lead out of it are a bug. */
  path(...segments: readonly string[]): string;
  /** Returns a secret; undefined if it does not exist. */
  findSecret(name: string): Promise<Buffer | undefined>;
  /** Returns random bytes, created once under this name and then permanent. */
  secret(name: string, lengthBytes: number): Promise<Buffer>;
  /** Replaces the file atomically and durably; mode 600. */
  writePrivate(path: string, content: string | Uint8Array): Promise<void>;
  /** Sets when a file was last modified; does nothing if there is none. */
  setModified(path: string, atMs: number): Promise<void>;
  has(path: string): Promise<boolean>;
  /** Removes a file; does nothing if there is none. */
  remove(path: string): Promise<void>;
  /** Returns names in the folder, including unfinished files, that have not been modified since. */
  listNamesBefore(folder: string, beforeMs: number): Promise<readonly string[]>;
};

/**
 * Thrown when the folder belongs to somebody else: everything below DATA_DIR is closed to others.
 */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';
}

/** Thrown when other users of the machine may have read a secret. */
export class SecretExposed extends Error {
  override readonly name = 'SecretExposed';
}

/**
 * Creates DATA_DIR and its folders if missing. Throws FolderTaken if the folder is in other use,
 * SecretExposed if others can read a secret in it, and the system's error if it can't be written.
 */
export async function openFiles(dataDir: string): Promise<Files> {
  const root = resolve(dataDir);
  await assertOwn(root);
  for (const folder of [root, ...FOLDERS.map((name) => join(root, name))]) {
    await makeFolder(folder);
    await chmod(folder, PRIVATE_FOLDER);
  }
  await assertWritable(root);
  await assertSecretsPrivate(root);
  return {
    root,
    path: (...segments) => pathBelow(root, segments),
    findSecret: async (name) => await readIfThere(pathOfSecret(root, name)),
    secret: (name, lengthBytes) => keepSecret(root, name, lengthBytes),
    writePrivate,
    setModified: async (path, atMs) => await ifThere(utimes(path, new Date(atMs), new Date(atMs))),
    has: async (path) => (await ifThere(stat(path))) !== undefined,
    remove: async (path) => await ifThere(unlink(path)),
    listNamesBefore: async (folder, beforeMs) => {
      const old: string[] = [];
      for (const name of await readdir(pathBelow(root, [folder]))) {
        const found = await ifThere(stat(pathBelow(root, [folder, name])));
        if (found !== undefined && found.mtimeMs < beforeMs) old.push(name);
      }
      return old;
    },
  };
}

async function assertOwn(root: string): Promise<void> {
  const names = await listIfThere(root);
  if (names.includes('secrets')) return;
  const foreign = names.find((name) => !NAMES_OF_A_NEW_FOLDER.test(name));
  if (foreign === undefined) return;
  throw new FolderTaken(
    `DATA_DIR ${root} holds other files, such as ${foreign}. Name a new or an empty folder.`,
  );
}

/**
 * Creates a folder for this user only, and its parents. One by one, because mkdir with `recursive`
 * never returns where the system fails with ENOENT, as below /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if (isCode(error, 'EEXIST') && (await stat(folder)).isDirectory()) return;
    if (!isCode(error, 'ENOENT') || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: PRIVATE_FOLDER }).catch((again: unknown) => {
      if (!isCode(again, 'EEXIST')) throw again;
    });
  }
}

/** Writes a test file, because a full disk or a quota is only detected by writing. */
async function assertWritable(root: string): Promise<void> {
  await unlink(await writeTemporary(join(root, '.probe'), new Uint8Array(PROBE_BYTES)));
}

async function assertSecretsPrivate(root: string): Promise<void> {
  const exposed: string[] = [];
  for (const name of await readdir(join(root, 'secrets'))) {
    const path = join(root, 'secrets', name);
    const found = await ifThere(stat(path));
    if (found !== undefined && isReadableByOthers(found)) exposed.push(path);
  }
  if (exposed.length === 0) return;
  const paths = exposed.join(' ');
  throw new SecretExposed(`Other users of this machine can read a secret. Run: chmod 600 ${paths}`);
}

/** Returns whether others can read a file that only its owner should. Windows has no such bits. */
export function isReadableByOthers(found: Pick<Stats, 'mode' | 'isFile'>): boolean {
  return process.platform !== 'win32' && found.isFile() && (found.mode & OTHERS_BITS) !== 0;
}

async function listIfThere(folder: string): Promise<readonly string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

function pathBelow(root: string, segments: readonly string[]): string {
  const path = resolve(root, ...segments);
  const steps = relative(root, path);
  if (steps === '..' || steps.startsWith('../') || steps.includes('\0')) {
    throw new Error('The path is outside DATA_DIR');
  }
  return path;
}

async function keepSecret(root: string, name: string, lengthBytes: number): Promise<Buffer> {
  const path = pathOfSecret(root, name);
  const kept = await readIfThere(path);
  if (kept === undefined) {
    await writeOnce(path, randomBytes(lengthBytes));
    return keepSecret(root, name, lengthBytes);
  }
  if (kept.length !== lengthBytes) {
    throw new Error(`${path} has ${kept.length} bytes instead of ${lengthBytes}: restore it`);
  }
  return kept;
}

function pathOfSecret(root: string, name: string): string {
  if (!NAME_PATTERN.test(name)) throw new Error(`Invalid secret name: ${name}`);
  return join(root, 'secrets', name);
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return await ifThere(readFile(path));
}

/** Returns the result; undefined if the file does not exist. Other failures are passed on. */
async function ifThere<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Writes a file unless it exists: of two concurrent writers one wins completely. */
async function writeOnce(path: string, content: Uint8Array): Promise<void> {
  const temporary = await writeTemporary(path, content);
  try {
    await link(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(temporary);
  }
}

async function writePrivate(path: string, content: string | Uint8Array): Promise<void> {
  await rename(await writeTemporary(path, content), path);
  await syncFolder(dirname(path));
}

async function writeTemporary(path: string, content: string | Uint8Array): Promise<string> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, 'wx', PRIVATE_FILE);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await unlink(temporary);
    throw error;
  } finally {
    await file.close();
  }
  return temporary;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
