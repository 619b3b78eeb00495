import { chmodSync, closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Takes everybody else's rights to a folder and all below it, and has it on the disk. */
export function settleTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      settleTree(join(path, entry.name));
    } else {
      chmodSync(join(path, entry.name), PRIVATE_FILE);
      syncPath(join(path, entry.name));
    }
  }
  chmodSync(path, PRIVATE_FOLDER);
  syncPath(path);
}

/** Has a file, or the names in a folder, on the disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
