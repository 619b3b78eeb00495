import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import {
  problemsOfMigrations,
  problemsOfReleases,
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

it('accepts released files unchanged, and new ones after them', () => {
  expect(problemsOfMigrations([FIRST, SECOND], released)).toEqual([]);
  expect(problemsOfMigrations([FIRST, SECOND, file('0006-third.sql')], released)).toEqual([]);
  const otherLineEnds = toReleasedLine(file('a.sql', 'one\r\ntwo'));
  expect(otherLineEnds).toBe(toReleasedLine(file('a.sql', 'one\ntwo')));
});

it.each([
  ['comes before', [FIRST, file('0003-third.sql'), SECOND], '0003-third.sql comes before'],
  ['is gone', [SECOND], '0001-first.sql was released and is gone'],
  ['is gone at the end', [FIRST], '0005-second.sql was released and is gone'],
  ['was changed', [FIRST, file(SECOND.name, 'x')], '0005-second.sql was changed'],
  ['shares a number', [FIRST, SECOND, file('0005-third.sql')], '0005-third.sql has the number'],
])('refuses a file that %s', (_what, files, problem) => {
  expect(problemsOfMigrations(files, released)).toEqual([expect.stringContaining(problem)]);
});

it('allows the list to grow at its end or to start with a new baseline only', () => {
  const [first = '', second = ''] = released;
  const third = toReleasedLine(file('0006-third.sql'));
  expect(problemsOfReleases(released, released)).toEqual([]);
  expect(problemsOfReleases(released, [...released, third])).toEqual([]);
  expect(problemsOfReleases(released, [toReleasedLine(file('0001-baseline.sql'))])).toEqual([]);
  for (const after of [[first, third, second], [third, ...released], [first], [second]]) {
    expect(problemsOfReleases(released, after)).toHaveLength(1);
  }
});

it('has every released migration of this checkout in its place', () => {
  const listed = readReleased(readFileSync(`${root}/${RELEASED}`, 'utf8'));
  expect(listed.length).toBeGreaterThan(0);
  expect(problemsOfMigrations(readMigrationFiles(`${root}/${MIGRATIONS}`), listed)).toEqual([]);
});

it.skipIf(!hasHistory)('has only extended the list at its end', () => {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  const commits = git('log', '--reverse', '--format=%H', '--', RELEASED).split('\n');
  const versions = commits
    .filter((commit) => commit !== '')
    .map((commit) => readReleased(git('show', `${commit}:${RELEASED}`)));
  versions.push(readReleased(readFileSync(`${root}/${RELEASED}`, 'utf8')));
  const problems = versions.flatMap((version, at) =>
    at === 0 ? [] : problemsOfReleases(versions[at - 1] ?? [], version),
  );
  expect(problems).toEqual([]);
});
