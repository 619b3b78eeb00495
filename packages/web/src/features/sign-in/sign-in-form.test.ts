import { expect, it } from 'vitest';
import { checkSignIn } from './sign-in-form.ts';

const GOOD = { email: 'demo@halyard.example', password: 'x' };

it('accepts an email and a password', () => {
  expect(checkSignIn(GOOD)).toEqual({});
  expect(checkSignIn({ ...GOOD, email: '  demo@halyard.example ' })).toEqual({});
});

it.each(['', '   '])('rejects the empty email %j [v-login-email-required]', (email) => {
  expect(checkSignIn({ ...GOOD, email })).toEqual({ email: { kind: 'required', title: 'email' } });
});

it.each([
  'demo',
  'demo@halyard',
  '@halyard.example',
  'a b@halyard.example',
  'demo@@halyard.example',
])('rejects %j as an email address [v-login-email-pattern]', (email) => {
  expect(checkSignIn({ ...GOOD, email })).toEqual({ email: { kind: 'emailInvalid' } });
});

it('rejects an empty password [v-login-password-required]', () => {
  expect(checkSignIn({ ...GOOD, password: '' })).toEqual({
    password: { kind: 'required', title: 'password' },
  });
});

it('accepts a password of spaces unchanged', () => {
  expect(checkSignIn({ ...GOOD, password: ' ' })).toEqual({});
});
