import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCounts, reportPath } from './test-report.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-report-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function written(report: object): string {
  const path = reportPath(root, 'run');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const UNIT = {
  numPassedTests: 7,
  numFailedTests: 0,
  testResults: [
    {
      assertionResults: [
        { status: 'passed', fullName: 'a' },
        { status: 'skipped', fullName: 'b' },
      ],
    },
    { assertionResults: [{ status: 'pending', fullName: 'c' }] },
  ],
};

const BROWSER = {
  stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
  suites: [
    {
      title: 'trade.spec.ts',
      specs: [{ title: 'buys', tests: [{ status: 'expected' }] }],
      suites: [{ title: 'phone', specs: [{ title: 'sells', tests: [{ status: 'skipped' }] }] }],
    },
  ],
};

it('reads the counts of a unit run', () => {
  expect(readCounts(written(UNIT), 0)).toEqual({ passed: 7, failed: 0, skipped: ['b', 'c'] });
  const failing = { ...UNIT, numFailedTests: 3 };
  expect(readCounts(written(failing), 1)).toEqual({ passed: 7, failed: 3, skipped: ['b', 'c'] });
});

it('reads the counts of a browser run, where a flaky test is a failed one', () => {
  const skipped = ['phone: sells'];
  expect(readCounts(written(BROWSER), 1)).toEqual({ passed: 4, failed: 2, skipped });
});

it('counts one failure when the runner failed and no test did', () => {
  expect(readCounts(written(UNIT), 1).failed).toBe(1);
});

it('counts one failure when the runner left no report, not the report of an earlier run', () => {
  written(UNIT);
  expect(readCounts(reportPath(root, 'run'), 1)).toEqual({ passed: 0, failed: 1, skipped: [] });
});
