import { expect, it } from 'vitest';
import { readUserName } from './user-name.ts';
import type { UserSource } from './user-name.ts';

const NUMBER = `uid-${process.getuid?.() ?? 'unknown'}`;
const USERS = 'root:x:0:0:root:/root:/bin/bash\njo:x:1000:1000::/home/jo:/bin/sh\n';

const refuse = (): never => {
  throw new Error('not there');
};

function named(username: string): UserSource {
  return { userInfo: () => ({ username }), readLoginUid: refuse, readUsers: () => USERS };
}

it('names the user as the system does', () => {
  expect(readUserName(named('jo.doe-1'))).toBe('jo.doe-1');
  expect(readUserName()).toMatch(/^[\w.@-]+$/);
});

it.each(['', 'DOMAIN\\jo', 'jo doe', 'jo\u001b', 'x'.repeat(65)])(
  'names the user %j by number',
  (username) => {
    expect(readUserName(named(username))).toBe(NUMBER);
  },
);

it('names a user that the system has no name for by number', () => {
  expect(readUserName({ ...named(''), userInfo: refuse })).toBe(NUMBER);
});

it.each([
  ['1000\n', 'jo'],
  ['1001\n', 'uid-1001'],
  ['4294967295\n', 'root'],
  ['-1', 'root'],
  ['', 'root'],
])('names who signed in to the machine, whoever they are by sudo: %j is %s', (loginUid, name) => {
  expect(readUserName({ ...named('root'), readLoginUid: () => loginUid })).toBe(name);
});

it('names who signed in by number where there is no list of users', () => {
  const source = { ...named('root'), readLoginUid: () => '1000', readUsers: refuse };
  expect(readUserName(source)).toBe('uid-1000');
});
