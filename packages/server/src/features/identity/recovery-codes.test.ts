import { expect, it } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';

it('makes ten different codes of 125 bits that do not look alike', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){4}[A-HJ-NP-Z2-9]{5}$/);
});

it('knows a code however it is typed', () => {
  const hash = hashRecoveryCode('ABCD-EFGH-JKLM-NPQR');
  expect(hashRecoveryCode(' abcd efghjklm-npqr')).toBe(hash);
  expect(hashRecoveryCode('ABCD-EFGH-JKLM-NPQS')).not.toBe(hash);
});
