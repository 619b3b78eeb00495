/** Counts the tests of a run from the JSON report that vitest or Playwright wrote. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {{ passed: number, failed: number, skipped: string[] }} Counts */
/** @typedef {{ status: string, fullName: string }} VitestTest */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { assertionResults: VitestTest[] }[] }} VitestReport */
/** @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, suites: PlaywrightSuite[] }} PlaywrightReport */

/** Where a run's report goes; one left by an earlier run is removed. @param {string} root @param {string} name */
export function reportPath(root, name) {
  const path = join(root, '.cache/test-reports', `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/**
 * A run that ended badly counts at least one failure, even where no test could report it.
 * @param {string} path of the report
 * @param {number} exitCode of the runner
 * @returns {Counts}
 */
export function readCounts(path, exitCode) {
  const counts = existsSync(path)
    ? countsOf(
        /** @type {VitestReport | PlaywrightReport} */ (JSON.parse(readFileSync(path, 'utf8'))),
      )
    : { passed: 0, failed: 0, skipped: [] };
  const failed = exitCode === 0 ? counts.failed : Math.max(counts.failed, 1);
  return { ...counts, failed };
}

/** @param {VitestReport | PlaywrightReport} report @returns {Counts} */
function countsOf(report) {
  if ('stats' in report) {
    const { expected, unexpected, flaky } = report.stats;
    const skipped = report.suites.flatMap(skippedIn);
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => fullName);
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped };
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function skippedIn(suite) {
  const here = (suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
    .map(({ title }) => `${suite.title}: ${title}`);
  return [...here, ...(suite.suites ?? []).flatMap(skippedIn)];
}
