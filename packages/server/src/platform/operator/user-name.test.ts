import { expect, it } from 'vitest';

import { readUserName } from './user-name.ts';

const NUMBER = `uid-${process.getuid?.() ?? 'unknown'}`;

it('names the user as the system does', () => {
  expect(readUserName(() => ({ username: 'jo.doe-1' }))).toBe('jo.doe-1');
  expect(readUserName()).toMatch(/^[\w.@-]+$/);
});

it.each(['', 'DOMAIN\\jo', 'jo doe', 'jo\u001b', 'x'.repeat(65)])(
  'names the user %j by number',
  (username) => {
    expect(readUserName(() => ({ username }))).toBe(NUMBER);
  },
);

it('names a user that the system has no name for by number', () => {
  const unknown = (): never => {
    throw new Error('no such user');
  };
  expect(readUserName(unknown)).toBe(NUMBER);
});
