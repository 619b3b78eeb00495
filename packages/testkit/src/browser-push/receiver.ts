// The browser's half of RFC 8291: the keys of a subscription, and decryption with them. It uses
// HMAC only, so that it shares no code with the sender that it checks.
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';

export type Receiver = {
  readonly p256dh: string;
  readonly auth: string;
  /** Returns the text of a message. Throws if it was not encrypted for this subscription. */
  decrypt(body: Buffer): string;
};

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const LAST_RECORD = 2;

export function createReceiver(): Receiver {
  const keys = createECDH('prime256v1');
  const ownKey = keys.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: ownKey.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt: (body) => {
      // The header of RFC 8188: salt, record size, length of the key's id, the sender's key.
      const salt = body.subarray(0, SALT_BYTES);
      const recordSize = body.readUInt32BE(SALT_BYTES);
      const keyLength = body.readUInt8(SALT_BYTES + 4);
      const headerLength = SALT_BYTES + 5 + keyLength;
      const senderKey = body.subarray(SALT_BYTES + 5, headerLength);
      const record = body.subarray(headerLength);
      if (record.length > recordSize) throw new Error('more than one record');
      const shared = keys.computeSecret(senderKey);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey]);
      const secret = expand(hmac(auth, shared), info);
      const pseudoRandom = hmac(salt, secret);
      const part = (name: string, length: number): Buffer =>
        expand(pseudoRandom, Buffer.from(`Content-Encoding: ${name}\0`)).subarray(0, length);
      const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12), {
        authTagLength: TAG_BYTES,
      });
      cipher.setAuthTag(record.subarray(-TAG_BYTES));
      const padded = Buffer.concat([cipher.update(record.subarray(0, -TAG_BYTES)), cipher.final()]);
      const end = padded.findLastIndex((byte) => byte !== 0);
      if (padded[end] !== LAST_RECORD) throw new Error('not the last record');
      return padded.subarray(0, end).toString('utf8');
    },
  };
}

/** Returns one block of HKDF-Expand (RFC 5869), which is enough here. */
function expand(key: Buffer, info: Buffer): Buffer {
  return hmac(key, Buffer.concat([info, Buffer.of(1)]));
}

function hmac(key: Buffer, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest();
}
