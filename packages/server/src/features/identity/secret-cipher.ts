// Encrypts secrets that must be read again and so can't be hashed: AES-256-GCM with a key outside
// the database. Each result names its key: NAME:BASE64URL.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const CIPHER_KEY_BYTES = 32;
/** The first key; results that name no key were encrypted with it. */
export const FIRST_SEAL_KEY = 'credentials';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEPARATOR = ':';

export type SecretCipher = {
  /**
   * Encrypts a text. `owner` binds the result to its row: moved to another row it can't be
   * decrypted.
   */
  close(text: string, owner: string): string;
  /** Decrypts a text. Throws if it was changed or belongs to another owner. */
  open(encrypted: string, owner: string): string;
};

export type SealKeys = {
  /** Returns the name of the key that encrypts now. */
  readonly currentName: () => string;
  /** Throws if there is no key of this name. */
  readonly find: (name: string) => Buffer;
};

export function createSecretCipher({ currentName, find }: SealKeys): SecretCipher {
  return {
    close: (text, owner) => {
      const name = currentName();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, find(name), nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const bytes = Buffer.concat([nonce, cipher.getAuthTag(), body]);
      return `${name}${SEPARATOR}${bytes.toString('base64url')}`;
    },
    open: (encrypted, owner) => {
      const bytes = Buffer.from(encrypted.slice(encrypted.indexOf(SEPARATOR) + 1), 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, find(sealKeyOf(encrypted)), nonce, {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

/** Returns the name of the key that a result was encrypted with. */
export function sealKeyOf(encrypted: string): string {
  const until = encrypted.indexOf(SEPARATOR);
  return until < 0 ? FIRST_SEAL_KEY : encrypted.slice(0, until);
}
