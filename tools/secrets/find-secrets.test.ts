import { expect, it } from 'vitest';
import { findSecrets, scanRepository } from './find-secrets.ts';

// Put together here, so that the repository holds none of them.
const KEYS = [
  ['private key', `-----BEGIN ${'PRIVATE KEY'}-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQ'.repeat(2)}`],
  ['AWS key', `AKIA${'ABCDEFGHIJKLMNOP'}`],
  ['GitHub token', `ghp_${'a1B2c3D4'.repeat(5)}`],
  ['npm token', `npm_${'a1B2c3D4e5F6'.repeat(3)}`],
  ['Stripe key', `sk_live_${'a1B2c3D4e5F6'.repeat(2)}`],
  ['registry credentials', `//registry.example/:_authToken=${'a1B2c3D4e5F6g7H8'}`],
  ['password in an address', `postgres://halyard:${'q3Zr8VbT0yW4mJ7nXc1LdF6sKhPg'}@db`],
  ['random text in an assignment', `const apiKey = '${'q3Zr8VbT0yW4mJ7nXc1LdF6sKhPg'}'`],
] as const;

it.each(KEYS)('finds a %s and says where, without showing it', (rule, text) => {
  expect(findSecrets('a.ts', `first line\n${text}\n`)).toContainEqual({
    path: 'a.ts',
    line: 2,
    rule,
  });
});

it.each([
  "password = 'correct horse battery staple'",
  "token: 'the-token-of-the-session-that-ended'",
  'postgres://halyard@127.0.0.1:5432/halyard',
  'postgres://halyard:PASSWORD@db.example/halyard',
])('accepts %s', (text) => {
  expect(findSecrets('a.ts', text)).toEqual([]);
});

it('finds no secret in the repository', () => {
  expect(scanRepository()).toEqual([]);
});
