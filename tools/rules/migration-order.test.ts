import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import {
  faultsOfMigrations,
  faultsOfReleases,
  MIGRATIONS,
  readMigrationFiles,
  readReleased,
  RELEASED,
  toReleasedLine,
} from './migration-order.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const hasHistory = existsSync(`${root}/.git`);
if (!hasHistory)
  console.warn('!! no Git history: the released migrations are not compared with it');

const file = (name: string, script = name) => ({ name, script });
const FIRST = file('0001-first.sql');
const SECOND = file('0005-second.sql');
const released = [FIRST, SECOND].map(toReleasedLine);

it('takes the released files alone, and new ones after them', () => {
  expect(faultsOfMigrations([FIRST, SECOND], released)).toEqual([]);
  expect(faultsOfMigrations([FIRST, SECOND, file('0006-third.sql')], released)).toEqual([]);
  const otherLineEnds = toReleasedLine(file('a.sql', 'one\r\ntwo'));
  expect(otherLineEnds).toBe(toReleasedLine(file('a.sql', 'one\ntwo')));
});

it.each([
  ['comes before', [FIRST, file('0003-third.sql'), SECOND], '0003-third.sql comes before'],
  ['is gone', [SECOND], '0001-first.sql was released and is gone'],
  ['is gone at the end', [FIRST], '0005-second.sql was released and is gone'],
  ['was changed', [FIRST, file(SECOND.name, 'x')], '0005-second.sql was changed'],
  ['shares a number', [FIRST, SECOND, file('0005-third.sql')], '0005-third.sql has the number'],
])('refuses a file that %s', (_what, files, fault) => {
  expect(faultsOfMigrations(files, released)).toEqual([expect.stringContaining(fault)]);
});

it('lets the list grow at its end, or begin with a new baseline, and nothing else', () => {
  const [first = '', second = ''] = released;
  const third = toReleasedLine(file('0006-third.sql'));
  expect(faultsOfReleases(released, released)).toEqual([]);
  expect(faultsOfReleases(released, [...released, third])).toEqual([]);
  expect(faultsOfReleases(released, [toReleasedLine(file('0001-baseline.sql'))])).toEqual([]);
  for (const after of [[first, third, second], [third, ...released], [first], [second]]) {
    expect(faultsOfReleases(released, after)).toHaveLength(1);
  }
});

it('has every released migration of this checkout in its place', () => {
  const listed = readReleased(readFileSync(`${root}/${RELEASED}`, 'utf8'));
  expect(listed.length).toBeGreaterThan(0);
  expect(faultsOfMigrations(readMigrationFiles(`${root}/${MIGRATIONS}`), listed)).toEqual([]);
});

it.skipIf(!hasHistory)('has only ever grown the list at its end', () => {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  const commits = git('log', '--reverse', '--format=%H', '--', RELEASED).split('\n');
  const versions = commits
    .filter((commit) => commit !== '')
    .map((commit) => readReleased(git('show', `${commit}:${RELEASED}`)));
  versions.push(readReleased(readFileSync(`${root}/${RELEASED}`, 'utf8')));
  const faults = versions.flatMap((version, at) =>
    at === 0 ? [] : faultsOfReleases(versions[at - 1] ?? [], version),
  );
  expect(faults).toEqual([]);
});
