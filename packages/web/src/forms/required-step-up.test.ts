import { expect, it } from 'vitest';
import type { CallRejection } from '#data/http/call.ts';
import { findRequiredStepUp } from './required-step-up.ts';

const rejection = (code: string): CallRejection => ({
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
] as const)('requires for the error %s after %j: %s', (code, given, kind) => {
  expect(findRequiredStepUp(rejection(code), given)?.kind).toBe(kind);
});

it('treats a missing credential error without step-up as the call’s own error', () => {
  expect(findRequiredStepUp(rejection('invalid-credentials'), {})).toBeUndefined();
  expect(findRequiredStepUp(rejection('code-invalid'), {})).toBeUndefined();
  expect(findRequiredStepUp(rejection('email-taken'), {})).toBeUndefined();
  expect(findRequiredStepUp({ kind: 'data', data: {} }, {})).toBeUndefined();
});
