/** `npm test`: every check and every test. The last line is `N passed, N failed`. */
import './require-node.mjs';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check-steps.mjs';
import { stopChildrenOnSignals } from './children.mjs';
import { prepare } from './prepare.mjs';
import { say, secondsSince } from './progress.mjs';
import { buildProgram, runBrowserTests, runServerTests } from './test-run/test-runs.mjs';
import { findReport, removeReports } from './test-run/test-report.mjs';
import { describeBudget, listSlowest, readTimes } from './test-run/test-times.mjs';
import { buildWebIfStale } from './web-build.mjs';

/** The name of each report, as it is printed. */
const REPORTS = {
  unit: 'unit tests',
  server: 'server tests',
  'server-postgres': 'server tests on the PostgreSQL that answers',
  e2e: 'journeys',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const total = { passed: 0, failed: 0 };
/** Remarks, which are printed again at the end. @type {string[]} */
const remarks = [];

stopChildrenOnSignals();
removeReports(root);
const startedMs = performance.now();
/** @type {string | undefined} */
let node;
await part('Preparation', async () => {
  node = await prepare(root);
  return undefined;
});
if (node !== undefined) await runParts(node);
for (const [name, tests] of Object.entries(REPORTS)) {
  for (const line of listSlowest(tests, readTimes(findReport(root, name), root))) say(line);
}
for (const remark of remarks) say(remark);
const durationMs = performance.now() - startedMs;
say(`\nFinished in ${secondsSince(startedMs)}, ${describeBudget(durationMs)}.`);
say(`${total.passed} passed, ${total.failed} failed`);
if (total.failed > 0) process.exitCode = 1;

/**
 * Runs all parts. The journeys run beside the server tests, which wait for timers and disks half of
 * the time. The journeys run with lower priority, because the clock limits leases and timeouts of
 * the server tests.
 * @param {string} node the Node that runs the product
 */
async function runParts(node) {
  const program = { root, node };
  await part('Checks and unit tests', async () => {
    const { failedSteps, unitTests } = await runChecks(root, node);
    return {
      ...unitTests,
      failed: unitTests.failed + failedSteps.length,
      failures: [...failedSteps, ...unitTests.failures],
    };
  });
  await part('Bundle', async () => {
    await buildProgram(program);
    return undefined;
  });
  const journeys = part('End-to-end tests', async () => {
    await buildWebIfStale(root, node);
    return runBrowserTests(program);
  });
  await part('Server tests', () => runServerTests(program, journeys));
  await journeys;
}

/**
 * Runs one part and adds its counts. A part that can't run counts as one failure, and the next
 * parts still run.
 * @param {string} name
 * @param {() => Promise<import('./test-run/test-report.mjs').Counts | undefined>} run undefined: nothing to run
 */
async function part(name, run) {
  say(`\n== ${name}`);
  const partStartedMs = performance.now();
  try {
    const counts = await run();
    if (counts === undefined) return;
    total.passed += counts.passed;
    total.failed += counts.failed;
    for (const title of counts.skipped) say(`!! skipped: ${title}`);
    remarks.push(...counts.failures.map((title) => `!! failed: ${title}`));
    remarks.push(...counts.unsteady.map((title) => `!! failed once, passed alone: ${title}`));
    say(
      `== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped.length} skipped in ${secondsSince(partStartedMs)}`,
    );
  } catch (error) {
    total.failed += 1;
    remarks.push(
      `!! ${name} could not run: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
