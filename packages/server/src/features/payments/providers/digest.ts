// Digests for the providers' formulas, and their comparison.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the HMAC-SHA256 in lower-case hex. */
export function hmacSha256Hex(key: string, data: Buffer): string {
  return createHmac('sha256', key).update(data).digest('hex');
}

export function sha512Hex(text: string): string {
  return createHash('sha512').update(text).digest('hex');
}

/**
 * Returns the md5 of the legacy gateways: over bytes with a-z converted to A-Z, as in the C locale.
 */
export function md5UpperHex(parts: readonly Buffer[]): string {
  const upper = Buffer.concat(parts).map((byte) => (byte >= 97 && byte <= 122 ? byte - 32 : byte));
  return createHash('md5').update(upper).digest('hex');
}

/** Returns a text's bytes in reverse order. */
export function reversed(text: string): Buffer {
  return Buffer.from(text).reverse();
}

/** Compares digests in constant time. Only a complete, lower-case digest is valid. */
export function isSameDigest(wanted: string, given: string | undefined): boolean {
  if (given === undefined || given.length !== wanted.length) return false;
  return timingSafeEqual(Buffer.from(wanted, 'latin1'), Buffer.from(given, 'latin1'));
}
