// Encrypts secrets that must be read again and so can't be hashed: AES-256-GCM with a key outside
// the database.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const SEAL_KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Seal = {
  /**
   * Encrypts a text. `owner` binds the result to its row: moved to another row it can't be
   * decrypted.
   */
  close(text: string, owner: string): string;
  /** Decrypts a text. Throws if it was changed or belongs to another owner. */
  open(sealed: string, owner: string): string;
};

export function createSeal(key: Buffer): Seal {
  return {
    close: (text, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
