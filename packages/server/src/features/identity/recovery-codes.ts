import { randomBytes } from 'node:crypto';
import { hashToken } from './token.ts';

const COUNT = 10;
const LENGTH = 16;
/** Base32 without look-alike characters: 5 bits per character, 80 in total. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns ten codes such as ABCD-EFGH-JKLM-NPQR, for a lost app. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () =>
    [...randomBytes(LENGTH)]
      .map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
}

/** In any spelling. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
}
