// Encrypted files that can't be read with the disk or the database alone: AES-256-GCM under a key
// in DATA_DIR/secrets. The owner of a file is authenticated with it, so that no file can replace
// another.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FileStore } from '#platform/file-store/file-store.ts';
import type { Keyring } from '#platform/keyring/keyring.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The version of the stored format. */
const FORM = Buffer.from('HALYARD1');

export { removeUnknown } from './remove-unknown.ts';

export type EncryptedFile = {
  /** The file's id and name: a UUID. */
  readonly id: string;
  /** The file's owner, which must be the same when reading. */
  readonly context: string;
};

/** A file with the name of its key, which its row stores: a rotation can change the current key. */
export type KeyedSealed = EncryptedFile & { readonly keyName: string };

export type Vault = {
  /** Returns the name of the key for new files, to be stored with the id. */
  currentKeyName(): string;
  /** Writes a file, durably and atomically. */
  write(encrypted: KeyedSealed, content: Uint8Array): Promise<void>;
  /** Reads a file. Throws if the content is not exactly what was written. */
  read(encrypted: KeyedSealed): Promise<Buffer>;
  has(id: string): Promise<boolean>;
  /** Removes a file; does nothing if there is none. */
  remove(id: string): Promise<void>;
  /**
   * Sets the modification time of a file that no longer has a row, so that `listNamesBefore` lists
   * it only after this time.
   */
  setAsideUntil(id: string, untilMs: number): Promise<void>;
  /** Returns names in the folder, including unfinished files, that have not been modified since. */
  listNamesBefore(beforeMs: number): Promise<readonly string[]>;
  removeName(name: string): Promise<void>;
};

export type VaultOptions = {
  readonly fileStore: FileStore;
  readonly keyring: Pick<Keyring, 'currentName' | 'key'>;
  /** The folder of the files in the store. */
  readonly folder: string;
  /** The first key of these files. */
  readonly firstKey: string;
};

export function createVault({ fileStore, keyring, folder, firstKey }: VaultOptions): Vault {
  const nameOf = (id: string): string => {
    if (!ID_PATTERN.test(id)) throw new Error('Not the id of an encrypted file');
    return id;
  };
  return {
    currentKeyName: () => keyring.currentName(firstKey),
    write: async ({ id, context, keyName }, content) => {
      const key = keyring.key(keyName);
      await fileStore.write(folder, nameOf(id), encrypt(key, `${id}:${context}`, content));
    },
    read: async ({ id, context, keyName }) => {
      const stored = await fileStore.read(folder, nameOf(id));
      return decrypt(keyring.key(keyName), `${id}:${context}`, stored);
    },
    has: async (id) => await fileStore.has(folder, nameOf(id)),
    remove: async (id) => await fileStore.remove(folder, nameOf(id)),
    listNamesBefore: async (beforeMs) => await fileStore.listNamesBefore(folder, beforeMs),
    setAsideUntil: async (id, untilMs) =>
      await fileStore.setAsideUntil(folder, nameOf(id), untilMs),
    removeName: async (name) => await fileStore.remove(folder, name),
  };
}

/**
 * Encrypts the content to format · nonce · ciphertext · tag; format and context are authenticated
 * with the content.
 */
function encrypt(key: Buffer, context: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.concat([FORM, Buffer.from(context)]));
  return Buffer.concat([FORM, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, context: string, stored: Buffer): Buffer {
  const from = FORM.length + NONCE_BYTES;
  const until = stored.length - TAG_BYTES;
  if (until < from || !stored.subarray(0, FORM.length).equals(FORM)) {
    throw new Error('An encrypted file is damaged');
  }
  const decipher = createDecipheriv(ALGORITHM, key, stored.subarray(FORM.length, from), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.concat([FORM, Buffer.from(context)]));
  decipher.setAuthTag(stored.subarray(until));
  return Buffer.concat([decipher.update(stored.subarray(from, until)), decipher.final()]);
}
