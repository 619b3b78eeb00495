import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeBudget, listSlowest, readTimes } from './test-times.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-times-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function written(report: object): string {
  const path = join(root, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

it('reads how long each file of vitest took, the slowest first', () => {
  const report = written({
    testResults: [
      { name: join(root, 'a.test.ts'), startTime: 1_000, endTime: 1_250 },
      { name: join(root, 'tools/b.test.ts'), startTime: 1_000, endTime: 4_000 },
    ],
  });
  expect(readTimes(report, root)).toEqual([
    { file: 'tools/b.test.ts', durationMs: 3_000 },
    { file: 'a.test.ts', durationMs: 250 },
  ]);
});

it('adds up the tests of each file of Playwright, those in groups and retries included', () => {
  const lasting = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = written({
    suites: [
      { file: 'short.spec.ts', specs: [lasting(700)] },
      {
        file: 'long.spec.ts',
        specs: [lasting(900), lasting(100, 200)],
        suites: [{ specs: [lasting(50)] }],
      },
    ],
  });
  expect(readTimes(report, root)).toEqual([
    { file: 'long.spec.ts', durationMs: 1_250 },
    { file: 'short.spec.ts', durationMs: 700 },
  ]);
});

it('lists fifteen files at most, and nothing of a run without a report', () => {
  const times = Array.from({ length: 20 }, (_, index) => ({
    file: `${index}.test.ts`,
    durationMs: 12_340 - index,
  }));
  const lines = listSlowest('journeys', times);
  expect(lines).toHaveLength(16);
  expect(lines.slice(0, 2)).toEqual(['\nSlowest files of journeys:', '   12.3 s  0.test.ts']);
  expect(listSlowest('journeys', readTimes(join(root, 'none.json'), root))).toEqual([]);
});

it('says how much of its time a run has left', () => {
  expect(describeBudget(540_200)).toMatch(/^59\.8 s below the limit of 600 s/);
  expect(describeBudget(612_500)).toMatch(/^12\.5 s above the limit of 600 s/);
});
