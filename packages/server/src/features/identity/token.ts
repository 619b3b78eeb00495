import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const UNIQID_BYTES = 16;

/** 256 random bits, of which only the hash is stored. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** SHA-256 in hex: sufficient for 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A customer's public name in referral links; not guessable from another's. */
export function createUniqid(): string {
  return randomBytes(UNIQID_BYTES).toString('base64url');
}
