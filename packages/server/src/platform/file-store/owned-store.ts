import { MINUTE_MS } from '@halyard/core/time';
import type { FileStore } from './store.ts';

/** Where the store names the database whose rows its files belong to. */
const FOLDER = 'installation';
const NAME = 'database';
const CHECKED_EVERY_MS = MINUTE_MS;

/**
 * Lets only the programs on one database change the files. The first change names that database in
 * the store. Programs on another one, such as a restored copy with the same settings, would remove
 * every file that has no row in theirs; they can only read.
 */
export function createOwnedStore(
  store: FileStore,
  findDatabaseId: () => Promise<string>,
): FileStore {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  const assertOwned = async (): Promise<void> => {
    if (performance.now() - checkedAtMs < CHECKED_EVERY_MS) return;
    const id = await findDatabaseId();
    if (!(await store.has(FOLDER, NAME))) await store.write(FOLDER, NAME, Buffer.from(id));
    if ((await store.read(FOLDER, NAME)).toString() !== id) {
      throw new Error(
        'The bucket of the files belongs to another database, so this program changes nothing in ' +
          `it. Set another FILES_S3_BUCKET, or remove the object ${FOLDER}/${NAME} if this ` +
          'database has replaced the other one (docs/operate/file-store.md).',
      );
    }
    checkedAtMs = performance.now();
  };
  return {
    ...store,
    write: async (folder, name, content) => {
      await assertOwned();
      await store.write(folder, name, content);
    },
    remove: async (folder, name) => {
      await assertOwned();
      await store.remove(folder, name);
    },
    setAsideUntil: async (folder, name, untilMs) => {
      await assertOwned();
      await store.setAsideUntil(folder, name, untilMs);
    },
    listNamesBefore: async (folder, beforeMs) => {
      await assertOwned();
      return await store.listNamesBefore(folder, beforeMs);
    },
  };
}
