import { expect, it } from 'vitest';
import { checkSignIn } from './sign-in-form.ts';

const GOOD = { email: 'demo@halyard.example', password: 'x' };

it('lets an email and a password through', () => {
  expect(checkSignIn(GOOD)).toEqual({});
  expect(checkSignIn({ ...GOOD, email: '  demo@halyard.example ' })).toEqual({});
});

it.each(['', '   '])('blocks the empty email %j [v-login-email-required]', (email) => {
  expect(checkSignIn({ ...GOOD, email })).toEqual({ email: { kind: 'required', title: 'email' } });
});

it.each([
  'demo',
  'demo@halyard',
  '@halyard.example',
  'a b@halyard.example',
  'demo@@halyard.example',
])('calls %j no email address [v-login-email-pattern]', (email) => {
  expect(checkSignIn({ ...GOOD, email })).toEqual({ email: { kind: 'emailInvalid' } });
});

it('blocks an empty password [v-login-password-required]', () => {
  expect(checkSignIn({ ...GOOD, password: '' })).toEqual({
    password: { kind: 'required', title: 'password' },
  });
});

it('takes a password of spaces as it is', () => {
  expect(checkSignIn({ ...GOOD, password: ' ' })).toEqual({});
});
