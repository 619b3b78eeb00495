import { expect, it } from 'vitest';
import { parsePhone } from '#forms/phone.ts';
import { checkSignUp, type SignUpValues } from './sign-up-form.ts';

const GOOD: SignUpValues = {
  first_name: 'Demo',
  last_name: 'Customer',
  email: 'demo@halyard.example',
  phone: '+49 1512 3456789',
  password: '8 chars!',
  agree: true,
};

const problemOf = (changes: Partial<SignUpValues>, homeCountry?: string) =>
  checkSignUp({ ...GOOD, ...changes }, homeCountry);

it('accepts a complete form', () => {
  expect(problemOf({})).toEqual({});
});

it.each([
  ['first name [v-register-first-name]', 'first_name', 'firstName'],
  ['last name [v-register-last-name]', 'last_name', 'lastName'],
  ['email [v-register-email-required]', 'email', 'email'],
  ['password [v-register-password]', 'password', 'password'],
] as const)('rejects a missing %s', (_, name, title) => {
  expect(problemOf({ [name]: '' })).toEqual({ [name]: { kind: 'required', title } });
});

it('rejects an invalid email address [v-register-email-pattern]', () => {
  expect(problemOf({ email: 'demo@halyard' })).toEqual({ email: { kind: 'emailInvalid' } });
});

it.each(['', '  '])(
  'requires a phone number instead of %j [v-register-phone-required]',
  (phone) => {
    expect(problemOf({ phone })).toEqual({ phone: { kind: 'phoneRequired' } });
  },
);

it.each(['12', '+49', '+1 555', 'call me', '+49 1512 34567890123456'])(
  'refuses the phone number %j [v-register-phone-valid] [v-register-phone-gate]',
  (phone) => {
    expect(problemOf({ phone })).toEqual({ phone: { kind: 'phoneInvalid' } });
  },
);

it('requires a password of 8 characters', () => {
  expect(problemOf({ password: '7 chars' })).toEqual({
    password: { kind: 'minimum', title: 'password', n: 8 },
  });
});

it('requires the agreement [v-register-agree]', () => {
  expect(problemOf({ agree: false })).toEqual({ agree: { kind: 'agree' } });
});

it('reports every problem at once', () => {
  const empty = { first_name: '', last_name: '', email: '', phone: '', password: '', agree: false };
  expect(Object.keys(problemOf(empty))).toEqual(Object.keys(empty));
});

it('derives the country from the phone number [e-register-country]', () => {
  expect(parsePhone('+49 1512 3456789', undefined)).toEqual({
    e164: '+4915123456789',
    country: 'DE',
  });
  expect(parsePhone('+44 7400 123456', 'DE')).toEqual({ e164: '+447400123456', country: 'GB' });
});

it('reads a number without a country code as one of the default country', () => {
  expect(parsePhone('01512 3456789', 'DE')?.e164).toBe('+4915123456789');
  expect(parsePhone('01512 3456789', undefined)).toBeUndefined();
  expect(parsePhone('01512 3456789', 'not a country')).toBeUndefined();
});

it.each([
  ['first_name', 'firstName', 'x'.repeat(81), 80],
  ['last_name', 'lastName', 'x'.repeat(81), 80],
  ['email', 'email', `${'x'.repeat(250)}@halyard.example`, 254],
  ['password', 'password', 'x'.repeat(129), 128],
] as const)('states the maximum length of %s [v-generic-max]', (name, title, value, n) => {
  expect(problemOf({ [name]: value })).toEqual({ [name]: { kind: 'maximum', title, n } });
});
