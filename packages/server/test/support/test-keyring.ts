import type { Keyring } from '#platform/keyring/keyring.ts';

const KEY = Buffer.alloc(32, 7);

/** A ring with one version of every key, for a test that puts features together itself. */
export const TEST_KEYRING: Keyring = {
  currentName: (name) => name,
  listNames: (name) => [name],
  key: () => KEY,
  refresh: async () => await Promise.resolve(),
};
