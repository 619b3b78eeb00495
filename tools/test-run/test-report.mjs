/** Counts the tests of a run from the JSON report of vitest or Playwright. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `unsteady`: failed in the whole run and passed when it was repeated.
 * @typedef {{ passed: number, failed: number, skipped: string[], failures: string[], unsteady: string[] }} Counts
 */
/** @typedef {{ status: string, fullName: string }} VitestTest */
/** @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[], unsteady?: string[] }} VitestReport */
/** @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, suites: PlaywrightSuite[] }} PlaywrightReport */

const REPORTS = '.cache/test-reports';

/** Removes the reports of the previous run. @param {string} root */
export function removeReports(root) {
  rmSync(join(root, REPORTS), { recursive: true, force: true });
}

/** Returns the path of a run's report. @param {string} root @param {string} name */
export function findReport(root, name) {
  return join(root, REPORTS, `${name}.json`);
}

/**
 * Returns the path for a run's report, and removes an older one.
 * @param {string} root @param {string} name
 */
export function reportPath(root, name) {
  const path = findReport(root, name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/**
 * Returns the counts of a run. A run with a failure exit code counts at least one failure, even if
 * no test reported it.
 * @param {string} path of the report
 * @param {number} exitCode of the runner
 * @returns {Counts}
 */
export function readCounts(path, exitCode) {
  const counts = existsSync(path)
    ? countsOf(/** @type {VitestReport | PlaywrightReport} */ (readReport(path)))
    : { passed: 0, failed: 0, skipped: [], failures: [], unsteady: [] };
  const failed = exitCode === 0 ? counts.failed : Math.max(counts.failed, 1);
  return { ...counts, failed };
}

/**
 * Returns the test files of a vitest report that failed, or that never ended because their process
 * crashed.
 * @param {string} path
 * @returns {string[]}
 */
export function failedFiles(path) {
  if (!existsSync(path)) return [];
  const report = /** @type {VitestReport} */ (readReport(path));
  return report.testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' || assertionResults.some((test) => test.status === 'pending'),
    )
    .map(({ name }) => name);
}

/**
 * Replaces the files of the first report by those of the second run. Tests that failed first and
 * then passed are marked as unsteady.
 * @param {string} firstPath
 * @param {string} secondPath
 */
export function mergeSecondRun(firstPath, secondPath) {
  if (!existsSync(secondPath)) return;
  const first = /** @type {VitestReport} */ (readReport(firstPath));
  const again = /** @type {VitestReport} */ (readReport(secondPath)).testResults;
  const testResults = first.testResults.map((file) => {
    const second = again.find(({ name }) => name === file.name);
    return second === undefined || second.assertionResults.length === 0 ? file : second;
  });
  const still = new Set(failuresIn(testResults));
  const unsteady = failuresIn(first.testResults).filter((name) => !still.has(name));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const merged = {
    ...first,
    testResults,
    unsteady,
    numPassedTests: tests.filter(({ status }) => status === 'passed').length,
    numFailedTests: tests.filter(({ status }) => status === 'failed').length,
  };
  writeFileSync(firstPath, JSON.stringify(merged));
}

/** @param {string} path @returns {unknown} */
function readReport(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** @param {VitestReport | PlaywrightReport} report @returns {Counts} */
function countsOf(report) {
  if ('stats' in report) {
    const { expected, unexpected, flaky } = report.stats;
    return {
      passed: expected + flaky,
      failed: unexpected,
      skipped: report.suites.flatMap((suite) => titlesIn(suite, 'skipped')),
      failures: report.suites.flatMap((suite) => titlesIn(suite, 'unexpected')),
      unsteady: report.suites.flatMap((suite) => titlesIn(suite, 'flaky')),
    };
  }
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => fullName);
  const failures = failuresIn(report.testResults);
  const { numPassedTests: passed, numFailedTests: failed, unsteady = [] } = report;
  return { passed, failed, skipped, failures, unsteady };
}

/**
 * Returns the failed tests, and the files that failed as a whole.
 * @param {VitestFile[]} files @returns {string[]}
 */
function failuresIn(files) {
  return files.flatMap(({ name, status, assertionResults }) => {
    const titles = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName }) => fullName);
    return titles.length === 0 && status === 'failed' ? [name] : titles;
  });
}

/** @param {PlaywrightSuite} suite @param {string} status @returns {string[]} */
function titlesIn(suite, status) {
  const here = (suite.specs ?? [])
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map(({ title }) => `${suite.title}: ${title}`);
  return [...here, ...(suite.suites ?? []).flatMap((one) => titlesIn(one, status))];
}
