import { expect, it } from 'vitest';
import { createJudgeNewPassword } from './known-passwords.ts';
import { readFilter, writeFilter } from './password-filter.ts';

const judge = await createJudgeNewPassword('Example Markets');

function isKnown(password: string, ...about: string[]): boolean {
  return judge({ password, about })?.code === 'password-known';
}

it('reports every password of the filter in any case', () => {
  const passwords = Array.from({ length: 2000 }, (_, index) => `Known-${index}`);
  const filter = readFilter(writeFilter(passwords));
  expect(filter.size).toBe(2000);
  expect(passwords.every((password) => filter.has(password.toUpperCase()))).toBe(true);
});

it('has a low rate of false positives', () => {
  const filter = readFilter(writeFilter(Array.from({ length: 2000 }, (_, index) => `k${index}`)));
  const others = Array.from({ length: 20_000 }, (_, index) => `other-${index}`);
  expect(others.filter((password) => filter.has(password)).length).toBeLessThan(12);
});

it('rejects an invalid filter', () => {
  const bytes = writeFilter(['password']);
  expect(() => readFilter(bytes.subarray(1))).toThrow('begins with its name');
  expect(() => readFilter(bytes.subarray(0, -1))).toThrow('is complete');
});

it.each([
  'password',
  'Password1',
  '12345678',
  'qwertyuiop',
  'iloveyou1',
  'trustno1',
  'administrator',
  '1q2w3e4r5t',
])('refuses %s, which is on public lists', (password) => {
  expect(isKnown(password)).toBe(true);
});

it.each(['halyard2026', 'Example!!2026', 'MarketsMarkets1', 'backoffice#1'])(
  'refuses %s, which is made of words of this installation',
  (password) => {
    expect(isKnown(password)).toBe(true);
  },
);

it('refuses a password made of the person’s own name and email', () => {
  expect(isKnown('anna.schmidt1', 'anna.schmidt@example.org')).toBe(true);
  expect(isKnown('Schmidt#99', 'Anna', 'Schmidt')).toBe(true);
});

it.each(['correct horse battery staple', 'Schmidt likes wet pavement', 'kT9-vu2Lq!x0'])(
  'accepts %s',
  (password) => {
    expect(isKnown(password, 'Anna', 'Schmidt')).toBe(false);
  },
);
