// The keys of DATA_DIR/secrets by version. The newest version of a purpose encrypts, older ones only
// decrypt. `halyard rotate-keys` adds versions while the program runs.
import type { Database } from '#platform/db/db.ts';
import type { Files } from '#platform/files/files.ts';
import { listRecordedKeys } from './key-store.ts';
import { createTurns } from '#platform/turns/turns.ts';

export { insertKeys, listRecordedKeys, markRetired, recordKey } from './key-store.ts';

export const KEY_BYTES = 32;
/** A purpose, and its version unless that is the first. */
const NAME_PATTERN = /^([a-z]+(?:-[a-z]+)*)(?:-(\d+))?$/;

export type Keyring = {
  /** Returns the name of the key that encrypts now, of the purpose of any of its versions. */
  currentName(name: string): string;
  /** Returns the names of a purpose's keys that are not retired, newest first. */
  listNames(name: string): readonly string[];
  /** Throws if the key is not on the ring. */
  key(name: string): Buffer;
  /** Reads again which versions there are. Throws if a key has no file. */
  refresh(): Promise<void>;
};

type KeyringDeps = { readonly db: Pick<Database, 'query'>; readonly files: Files };

/** Opens the ring. `firstNames` are the first versions, which an installation starts with. */
export async function openKeyring(
  { db, files }: KeyringDeps,
  firstNames: readonly string[],
): Promise<Keyring> {
  let keys: ReadonlyMap<string, Buffer> = new Map();
  const listNames = (name: string): readonly string[] =>
    [...keys.keys()]
      .filter((one) => purposeOf(one) === purposeOf(name))
      .toSorted((one, other) => versionOf(other) - versionOf(one));
  const read = async (): Promise<void> => {
    const recorded = await listRecordedKeys(db);
    const used = recorded.filter(({ isRetired }) => !isRetired).map(({ name }) => name);
    const first = firstNames.filter((name) =>
      recorded.every((one) => !isSamePurpose(one.name, name)),
    );
    const found = [...used, ...first].map(async (name): Promise<[string, Buffer]> => {
      const key = keys.get(name) ?? (await files.findSecret(name));
      if (key === undefined) throw new Error(`${files.path('secrets', name)} is missing`);
      return [name, key];
    });
    keys = new Map(await Promise.all(found));
  };
  // One after the other, so that what was read earlier never replaces what was read later.
  const inTurn = createTurns();
  const ring: Keyring = {
    currentName: (name) => {
      const [newest] = listNames(name);
      if (newest === undefined) throw new Error(`There is no key for ${name}`);
      return newest;
    },
    listNames,
    key: (name) => {
      const key = keys.get(name);
      if (key === undefined) throw new Error(`The key ${name} is not in use`);
      return key;
    },
    refresh: async () => await inTurn(read),
  };
  await ring.refresh();
  return ring;
}

/** Returns whether two names are versions of one purpose. */
export function isSamePurpose(name: string, other: string): boolean {
  return purposeOf(name) === purposeOf(other);
}

/** Returns the version of a key; a name without a number is the first. */
export function versionOf(name: string): number {
  return Number(NAME_PATTERN.exec(name)?.[2] ?? 1);
}

/** Returns the name of a purpose's key of this version. */
export function nameOfVersion(name: string, version: number): string {
  return `${purposeOf(name)}-${version}`;
}

function purposeOf(name: string): string {
  const purpose = NAME_PATTERN.exec(name)?.[1];
  if (purpose === undefined) throw new Error(`Invalid key name: ${name}`);
  return purpose;
}
