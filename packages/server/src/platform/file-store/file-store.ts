// Files that every program of an installation must see: below DATA_DIR by default, or in an
// S3-compatible store.
import type { Files } from '#platform/files/files.ts';
import { createLocalStore } from './local-store.ts';
import { createOwnedStore } from './owned-store.ts';
import { createS3Store } from './s3-store.ts';
import type { S3Settings } from './s3-store.ts';
import type { FileStore } from './store.ts';

export { createLocalStore } from './local-store.ts';
export type { S3Settings } from './s3-store.ts';
export type { FileStore } from './store.ts';

/**
 * Opens the store of the settings; absent: the folder of the program. A bucket is changed only by
 * programs on the database that it belongs to.
 */
export function openFileStore(
  files: Files,
  s3: S3Settings | undefined,
  findDatabaseId: () => Promise<string>,
): FileStore {
  if (s3 === undefined) return createLocalStore(files);
  return createOwnedStore(createS3Store(s3), findDatabaseId);
}
