import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failedFiles, mergeSecondRun, readCounts, reportPath } from './test-report.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-report-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function written(report: object, name = 'run'): string {
  const path = reportPath(root, name);
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const UNIT = {
  numPassedTests: 7,
  numFailedTests: 0,
  testResults: [
    {
      name: '/a.test.ts',
      status: 'passed',
      assertionResults: [
        { status: 'passed', fullName: 'a' },
        { status: 'skipped', fullName: 'b' },
      ],
    },
    {
      name: '/b.test.ts',
      status: 'passed',
      assertionResults: [{ status: 'pending', fullName: 'c' }],
    },
  ],
};

const BROWSER = {
  stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
  suites: [
    {
      title: 'trade.spec.ts',
      specs: [
        { title: 'buys', tests: [{ status: 'expected' }] },
        { title: 'holds', tests: [{ status: 'flaky' }] },
        { title: 'closes', tests: [{ status: 'unexpected' }] },
      ],
      suites: [{ title: 'phone', specs: [{ title: 'sells', tests: [{ status: 'skipped' }] }] }],
    },
  ],
};

const NONE = { passed: 0, failed: 0, skipped: [], failures: [], unsteady: [] };

it('reads the counts of a unit run', () => {
  const counts = { ...NONE, passed: 7, skipped: ['b', 'c'] };
  expect(readCounts(written(UNIT), 0)).toEqual(counts);
  const failing = { ...UNIT, numFailedTests: 3 };
  expect(readCounts(written(failing), 1)).toEqual({ ...counts, failed: 3 });
});

it('reads the counts of a browser run, and names what failed once and in the end', () => {
  expect(readCounts(written(BROWSER), 1)).toEqual({
    passed: 5,
    failed: 1,
    skipped: ['phone: sells'],
    failures: ['trade.spec.ts: closes'],
    unsteady: ['trade.spec.ts: holds'],
  });
});

it('counts one failure when the runner failed and no test did', () => {
  expect(readCounts(written(UNIT), 1).failed).toBe(1);
});

it('counts one failure when the runner left no report, not the report of an earlier run', () => {
  written(UNIT);
  expect(readCounts(reportPath(root, 'run'), 1)).toEqual({ ...NONE, failed: 1 });
});

const FIRST = {
  numPassedTests: 2,
  numFailedTests: 2,
  testResults: [
    file('/good.test.ts', { steady: 'passed' }),
    file('/late.test.ts', { late: 'failed', early: 'passed' }),
    file('/bad.test.ts', { wrong: 'failed' }),
    { name: '/dead.test.ts', status: 'failed', assertionResults: [] },
  ],
};

function file(name: string, tests: Readonly<Record<string, string>>): object {
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
  }));
  const hasFailed = assertionResults.some(({ status }) => status === 'failed');
  return { name, status: hasFailed ? 'failed' : 'passed', assertionResults };
}

it('names the files to run again', () => {
  const gone = { testResults: [file('/gone.test.ts', { first: 'passed', next: 'pending' })] };
  expect(failedFiles(written(gone))).toEqual(['/gone.test.ts']);
  expect(failedFiles(written(FIRST))).toEqual(['/late.test.ts', '/bad.test.ts', '/dead.test.ts']);
});

it('replaces the first run of a file by its second, and lists what failed once as flaky', () => {
  const path = written(FIRST);
  const second = {
    testResults: [
      file('/late.test.ts', { late: 'passed', early: 'passed' }),
      file('/bad.test.ts', { wrong: 'failed' }),
      file('/dead.test.ts', { alive: 'passed' }),
    ],
  };
  mergeSecondRun(path, written(second, 'again'));
  expect(readCounts(path, 1)).toEqual({
    passed: 4,
    failed: 1,
    skipped: [],
    failures: ['wrong'],
    unsteady: ['late', '/dead.test.ts'],
  });
});

it('keeps a failure whose second run ended before its tests', () => {
  const path = written(FIRST);
  const second = {
    testResults: [{ name: '/bad.test.ts', status: 'failed', assertionResults: [] }],
  };
  mergeSecondRun(path, written(second, 'again'));
  expect(readCounts(path, 1).failed).toBe(2);
  mergeSecondRun(path, join(root, 'absent.json'));
  expect(readCounts(path, 1).failures).toEqual(['late', 'wrong', '/dead.test.ts']);
});
