import { randomBytes } from 'node:crypto';
import { hashToken } from './token.ts';

const COUNT = 10;
const LENGTH = 16;
/** Base32 without what looks alike: 5 bits a character, 80 in all. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Ten codes such as ABCD-EFGH-JKLM-NPQR, for when the app is lost. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () =>
    [...randomBytes(LENGTH)]
      .map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
}

/** However it was typed. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
}
