// Files that every program of an installation must see: below DATA_DIR by default, or in an
// S3-compatible store.
import type { Files } from '#platform/files/files.ts';
import { createLocalStore } from './local-store.ts';
import { createS3Store } from './s3-store.ts';
import type { S3Settings } from './s3-store.ts';
import type { FileStore } from './store.ts';

export { createLocalStore } from './local-store.ts';
export type { S3Settings } from './s3-store.ts';
export type { FileStore } from './store.ts';

/** Opens the store of the settings; absent: the folder of the program. */
export function openFileStore(files: Files, s3: S3Settings | undefined): FileStore {
  return s3 === undefined ? createLocalStore(files) : createS3Store(s3);
}
