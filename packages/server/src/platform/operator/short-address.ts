import { closeSync, constants, openSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The maximum length of a socket path that all known systems support. */
const ADDRESS_BYTES_MAX = 100;

export type ShortAddress = { readonly address: string; close(): void };

/**
 * Returns a path that fits a socket's address, because a folder's own path can be longer. Linux
 * gives every open folder a short name, which is valid until `close`.
 */
export function openShortAddress(path: string): ShortAddress {
  if (Buffer.byteLength(path) <= ADDRESS_BYTES_MAX) {
    return { address: path, close: () => undefined };
  }
  if (process.platform !== 'linux') {
    throw new Error(`${path} is too long for a socket address: choose a shorter DATA_DIR`);
  }
  const folder = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  return {
    address: `/proc/self/fd/${folder}/${basename(path)}`,
    close: () => closeSync(folder),
  };
}
