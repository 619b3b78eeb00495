import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const UNIQID_BYTES = 16;

/** Returns a token of 256 random bits, of which only the hash is stored. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * Returns a token of a session in which staff view a customer; the browser recognises it by its
 * prefix.
 */
export function createViewToken(): string {
  return `staff-view-${createToken()}`;
}

/** Returns the SHA-256 of a token in hex, which is sufficient for 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Returns a customer's public name in referral links, which can't be guessed from another's. */
export function createUniqid(): string {
  return randomBytes(UNIQID_BYTES).toString('base64url');
}
