import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { findUserName, readUserName, SYSTEM_NAMES } from './user-name.ts';
import type { NameSource, UserSource } from './user-name.ts';

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
])('names the login user, also under sudo: %j is %s', (loginUid, name) => {
  expect(readUserName({ ...named('root'), readLoginUid: () => loginUid })).toBe(name);
});

it('names the login user by number if there is no user list', () => {
  const source = { ...named('root'), readLoginUid: () => '1000', readUsers: refuse };
  expect(readUserName(source)).toBe('uid-1000');
});

it.each([
  [1000, 'jo'],
  [0, 'root'],
  // A user from a directory service.
  [70_000, 'ann'],
  [70_001, 'uid-70001'],
  [70_002, 'uid-70002'],
])('names the user %d as the system does', async (uid, name) => {
  const asked: Readonly<Record<number, string>> = { 70_000: 'ann', 70_001: 'DOMAIN\\ben' };
  const source: NameSource = {
    readUsers: async () => USERS,
    ask: async (one) => asked[one] ?? refuse(),
  };
  expect(await findUserName(uid, source)).toBe(name);
});

it('asks the system for a user that /etc/passwd does not have', async () => {
  const { uid, username } = userInfo();
  const source: NameSource = { ...SYSTEM_NAMES, readUsers: async () => refuse() };
  expect(await findUserName(uid, source)).toBe(username);
  expect(await findUserName(4_000_123)).toBe('uid-4000123');
});
