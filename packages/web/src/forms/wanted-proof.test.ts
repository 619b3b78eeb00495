import { expect, it } from 'vitest';
import type { CallRefusal } from '#data/http/call.ts';
import { wantedProof } from './wanted-proof.ts';

const refusal = (code: string): CallRefusal => ({
  kind: 'refusal',
  code,
  message: '',
  status: 401,
  errors: {},
  facts: {},
  requestId: undefined,
});

it.each([
  ['password-required', {}, 'password'],
  ['second-factor', {}, 'code'],
  ['second-factor', { current_password: 'x' }, 'code'],
  ['invalid-credentials', { current_password: 'x' }, 'password'],
  ['code-invalid', { code: '000000' }, 'code'],
] as const)('a refusal %s after %j wants the %s', (code, given, kind) => {
  expect(wantedProof(refusal(code), given)?.kind).toBe(kind);
});

it('takes a refusal of what was not given for the answer of the call itself', () => {
  expect(wantedProof(refusal('invalid-credentials'), {})).toBeUndefined();
  expect(wantedProof(refusal('code-invalid'), {})).toBeUndefined();
  expect(wantedProof(refusal('email-taken'), {})).toBeUndefined();
  expect(wantedProof({ kind: 'data', data: {} }, {})).toBeUndefined();
});
