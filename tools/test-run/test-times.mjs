/** Computes how long each test file of a run took, from the JSON report of vitest or Playwright. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const LISTED_MAX = 15;
/** The time that `npm test` may take in a fresh clone on two cores that do nothing else. */
const BUDGET_S = 600;

/** @typedef {{ file: string, durationMs: number }} FileTime */
/** @typedef {{ specs?: { tests: { results: { duration: number }[] }[] }[], suites?: Suite[], file?: string }} Suite */
/** @typedef {{ testResults: { name: string, startTime: number, endTime: number }[] }} VitestReport */

/**
 * Returns every file of a report, the slowest first. The time of a vitest file is from its first
 * hook to its last; that of a Playwright file is the sum of its tests, including retries.
 * @param {string} path of the report
 * @param {string} root of the checkout
 * @returns {FileTime[]}
 */
export function readTimes(path, root) {
  if (!existsSync(path)) return [];
  const report = /** @type {VitestReport | { suites: Suite[] }} */ (
    JSON.parse(readFileSync(path, 'utf8'))
  );
  const times =
    'suites' in report
      ? report.suites.map((suite) => ({ file: suite.file ?? '', durationMs: durationOf(suite) }))
      : report.testResults.map(({ name, startTime, endTime }) => ({
          file: relative(root, name),
          durationMs: endTime - startTime,
        }));
  return times.toSorted((one, other) => other.durationMs - one.durationMs);
}

/** Formats the slowest files as lines. @param {string} part @param {readonly FileTime[]} times */
export function listSlowest(part, times) {
  if (times.length === 0) return [];
  return [
    `\nSlowest files of ${part}:`,
    ...times.slice(0, LISTED_MAX).map(({ file, durationMs }) => {
      return `${(durationMs / 1_000).toFixed(1).padStart(7)} s  ${file}`;
    }),
  ];
}

/** Formats how much of its time a run has left. @param {number} durationMs */
export function describeBudget(durationMs) {
  const leftS = BUDGET_S - durationMs / 1_000;
  const limit = `the limit of ${BUDGET_S} s on two cores that do nothing else`;
  return leftS < 0
    ? `${(-leftS).toFixed(1)} s above ${limit}`
    : `${leftS.toFixed(1)} s below ${limit}`;
}

/** @param {Suite} suite @returns {number} */
function durationOf({ specs = [], suites = [] }) {
  const own = specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results)
    .reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
}
