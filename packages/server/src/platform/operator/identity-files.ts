// How the server learns which user of the operating system calls it: the caller makes a file in a
// folder of the server's, and the system says whose file it is.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fchmodSync, openSync, writeSync } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Beside the socket. */
const FOLDER = 'operator';
/** As closed as DATA_DIR: its owner enters it, and root, who passes over permissions. */
const FOLDER_MODE = 0o700;
/** Root's file is read by a server that runs as another user; nobody else gets into the folder. */
const FILE_MODE = 0o644;
const RANDOM_BYTES = 16;
/** A link is not followed, and what is no file doesn't keep the server waiting. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What the server asks a caller to do: make this file with this content. */
export type Challenge = { readonly file: string; readonly nonce: string };

export type IdentityFiles = {
  /** One for each connection. */
  createChallenge(): Challenge;
  /** The user id of whoever made the file; undefined if it is not as it was asked for. Removes it. */
  takeOwner(challenge: Challenge): Promise<number | undefined>;
  /** Removes what was made for it. */
  drop(challenge: Challenge): Promise<void>;
};

/** Makes the folder, and removes what a killed server left in it. */
export async function openIdentityFiles(socketPath: string): Promise<IdentityFiles> {
  const folder = folderOf(socketPath);
  await mkdir(folder, { mode: FOLDER_MODE }).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
  await chmod(folder, FOLDER_MODE);
  const drop = async (name: string): Promise<void> =>
    await rm(join(folder, name), { recursive: true, force: true });
  for (const name of await readdir(folder)) await drop(name);
  return {
    createChallenge: () => ({ file: createRandom(), nonce: createRandom() }),
    takeOwner: async ({ file, nonce }) => {
      try {
        return await findOwner(join(folder, file), nonce);
      } finally {
        await drop(file);
      }
    },
    drop: async ({ file }) => await drop(file),
  };
}

/** The caller's part. Throws the system's error when the file can't be made. */
export function writeIdentityFile(socketPath: string, { file, nonce }: Challenge): void {
  const descriptor = openSync(join(folderOf(socketPath), file), 'wx', FILE_MODE);
  try {
    // Whatever the caller's umask is.
    fchmodSync(descriptor, FILE_MODE);
    writeSync(descriptor, nonce);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Only a file that was made for this connection counts: a second link to somebody's file, or a file
 * of somebody's that holds anything else, would name the wrong user.
 */
async function findOwner(path: string, nonce: string): Promise<number | undefined> {
  const handle = await open(path, READ_FLAGS).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.nlink !== 1 || stats.size !== nonce.length) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(nonce.length));
    const content = buffer.toString('latin1', 0, bytesRead);
    return content === nonce ? stats.uid : undefined;
  } finally {
    await handle.close();
  }
}

function folderOf(socketPath: string): string {
  return join(dirname(socketPath), FOLDER);
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path)).isDirectory();
}

function createRandom(): string {
  return randomBytes(RANDOM_BYTES).toString('hex');
}
