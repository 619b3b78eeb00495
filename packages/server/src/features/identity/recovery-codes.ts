import { randomBytes } from 'node:crypto';
import { hashToken } from './token.ts';

const COUNT = 10;
const LENGTH = 25;
/**
 * Base32 without look-alike characters: 5 bits per character, 125 in total. From 112 bits on a plain
 * hash can't be reversed by trying (OWASP ASVS 5.0, V6.5.2), so no slow one is needed.
 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns ten codes such as ABCDE-FGHJK-LMNPQ-RSTUV-WXYZ2, for a lost app. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () =>
    [...randomBytes(LENGTH)]
      .map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
      .join('')
      .replaceAll(/.{5}(?=.)/g, '$&-'),
  );
}

/** Hashes a recovery code in any spelling. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
}
