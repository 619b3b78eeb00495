// How the server identifies the calling user of the operating system: the caller creates a file in
// a folder of the server's, and the system reports its owner.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fchmodSync, openSync, writeSync } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The folder of identifying files, beside the socket. */
const FOLDER = 'operator';
/** The mode of the folder, with DATA_DIR's permissions: only its owner and root can enter it. */
const FOLDER_MODE = 0o700;
/**
 * The mode of a file: a server that runs as another user must read root's file; no other user can
 * enter the folder.
 */
const FILE_MODE = 0o644;
const RANDOM_BYTES = 16;
/** Opens without following a link and without waiting for something that is not a file. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What the server asks a caller to do: create this file with this content. */
export type Challenge = { readonly file: string; readonly nonce: string };

export type IdentityFiles = {
  /** Creates a challenge, one for each connection. */
  createChallenge(): Challenge;
  /**
   * Returns the user id of the file's owner; undefined if it is not as requested. Removes the file.
   */
  takeOwner(challenge: Challenge): Promise<number | undefined>;
  /** Removes the created file. */
  drop(challenge: Challenge): Promise<void>;
};

/** Creates the folder and removes what a killed server left in it. */
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

/** Creates the caller's file. Throws the system's error if that fails. */
export function writeIdentityFile(socketPath: string, { file, nonce }: Challenge): void {
  const descriptor = openSync(join(folderOf(socketPath), file), 'wx', FILE_MODE);
  try {
    // The mode is set explicitly, independent of the caller's umask.
    fchmodSync(descriptor, FILE_MODE);
    writeSync(descriptor, nonce);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns the owner of the file. Only a file created for this connection counts: a second link to
 * someone's file, or a file with other content, would identify the wrong user.
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
