import { randomInt } from 'node:crypto';

/** The alphabet of transaction ids, without characters that sound alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 18;

/** Returns a transaction id: D for a deposit or W for a withdrawal, and 18 characters. */
export function createTransactionId(kind: 'D' | 'W'): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${kind}${characters.join('')}`;
}

export function isDepositId(text: string): boolean {
  return /^D[0-9A-Z]{18}$/.test(text);
}
