import { readFile } from 'node:fs/promises';
import type { Files } from '#platform/files/files.ts';
import type { FileStore } from './store.ts';
import { assertStoredName } from './stored-name.ts';

/** Files in folders below DATA_DIR. */
export function createLocalStore(files: Files): FileStore {
  const pathOf = (folder: string, name: string): string => {
    assertStoredName(folder, name);
    return files.path(folder, name);
  };
  return {
    write: async (folder, name, content) => await files.writePrivate(pathOf(folder, name), content),
    read: async (folder, name) => await readFile(pathOf(folder, name)),
    has: async (folder, name) => await files.has(pathOf(folder, name)),
    remove: async (folder, name) => await files.remove(pathOf(folder, name)),
    setAsideUntil: async (folder, name, untilMs) =>
      await files.setModified(pathOf(folder, name), untilMs),
    listNamesBefore: async (folder, beforeMs) => await files.listNamesBefore(folder, beforeMs),
  };
}
