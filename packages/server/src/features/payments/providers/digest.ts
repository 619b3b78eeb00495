// Digests as the providers' formulas want them, and their comparison.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 in lower-case hex. */
export function hmacSha256Hex(key: string, data: Buffer): string {
  return createHmac('sha256', key).update(data).digest('hex');
}

export function sha512Hex(text: string): string {
  return createHash('sha512').update(text).digest('hex');
}

/** The legacy gateways' md5 over bytes whose a-z were made A-Z, as in the C locale. */
export function md5UpperHex(parts: readonly Buffer[]): string {
  const upper = Buffer.concat(parts).map((byte) => (byte >= 97 && byte <= 122 ? byte - 32 : byte));
  return createHash('md5').update(upper).digest('hex');
}

/** A text's bytes, last first. */
export function reversed(text: string): Buffer {
  return Buffer.from(text).reverse();
}

/** In a time that tells nothing of where they differ. Only a whole, lower-case digest is one. */
export function isSameDigest(wanted: string, given: string | undefined): boolean {
  if (given === undefined || given.length !== wanted.length) return false;
  return timingSafeEqual(Buffer.from(wanted, 'latin1'), Buffer.from(given, 'latin1'));
}
