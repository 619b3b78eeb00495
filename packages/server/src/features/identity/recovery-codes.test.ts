import { expect, it } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';

it('creates ten different codes of 125 bits without ambiguous characters', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){4}[A-HJ-NP-Z2-9]{5}$/);
});

it('recognises a code in any spelling', () => {
  const hash = hashRecoveryCode('ABCD-EFGH-JKLM-NPQR');
  expect(hashRecoveryCode(' abcd efghjklm-npqr')).toBe(hash);
  expect(hashRecoveryCode('ABCD-EFGH-JKLM-NPQS')).not.toBe(hash);
});
