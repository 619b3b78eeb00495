// The encryption of push messages: RFC 8291 (Message Encryption for Web Push) with the content
// coding aes128gcm of RFC 8188, in one record.
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { ECDH } from 'node:crypto';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;
const TAG_BYTES = 16;
/** A push service must accept this many bytes (RFC 8030, 7.2), so larger messages may be lost. */
const BODY_BYTES_MAX = 4_096;
const HEADER_BYTES = 86;
/** Marks the last record of a message. */
const LAST_RECORD = 0x02;
/** The content is padded to a multiple of this, so that its length says little about it. */
const PADDED_TO_BYTES = 512;
/** How many bytes of content fit into one message. */
export const CONTENT_BYTES_MAX = BODY_BYTES_MAX - HEADER_BYTES - TAG_BYTES - 1;

export type SubscriptionKeys = {
  /** The browser's public key, an uncompressed point in base64url. */
  readonly p256dh: string;
  /** The authentication secret in base64url. */
  readonly auth: string;
};

export type Encryption = {
  readonly salt: Buffer;
  /** The key pair of this message. */
  readonly sender: ECDH;
  readonly paddedToBytes: number;
};

/** Returns the body of a message. Throws if the keys are not those of a subscription. */
export function encryptMessage(
  content: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  { salt, sender, paddedToBytes }: Encryption = createEncryption(),
): Buffer {
  if (content.length > CONTENT_BYTES_MAX) throw new RangeError('A push message is too long');
  const receiverKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const shared = sender.computeSecret(receiverKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = derive(shared, { salt: Buffer.from(auth, 'base64url'), info }, SECRET_BYTES);
  const part = (name: string, length: number): Buffer =>
    derive(secret, { salt, info: Buffer.from(`Content-Encoding: ${name}\0`) }, length);
  const key = part('aes128gcm', KEY_BYTES);
  const nonce = part('nonce', NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
  const padded = Buffer.concat([content, Buffer.of(LAST_RECORD)], paddedLength());
  const encrypted = Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(BODY_BYTES_MAX);
  return Buffer.concat([salt, recordSize, Buffer.of(senderKey.length), senderKey, encrypted]);

  function paddedLength(): number {
    const multiple = Math.ceil((content.length + 1) / paddedToBytes) * paddedToBytes;
    return Math.min(multiple, CONTENT_BYTES_MAX + 1);
  }
}

function createEncryption(): Encryption {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return { salt: randomBytes(SALT_BYTES), sender, paddedToBytes: PADDED_TO_BYTES };
}

/** Returns whether messages can be encrypted with these keys. */
export function isKeyOfCurve(p256dh: string): boolean {
  try {
    createEncryption().sender.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

function derive(
  input: Buffer,
  { salt, info }: { readonly salt: Buffer; readonly info: Buffer },
  length: number,
): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, length));
}
