/** The checks of `npm run check`, run two at a time. */
import { delimiter, join } from 'node:path';
import { runToEnd } from './children.mjs';
import { say, secondsSince } from './progress.mjs';
import { readCounts, reportPath } from './test-run/test-report.mjs';

const STEPS_AT_ONCE = 2;
/**
 * Types and lint are checked by a Go program, whose garbage collector takes a fifth of its time. It
 * ends after seconds, so it collects only when its heap would grow beyond this.
 */
const GO_HEAP_MAX = '3GiB';

/**
 * Runs every check and reports the result of each.
 * @param {string} root of the checkout, installed
 * @param {string} node the Node that runs the product
 * @returns {Promise<{ failedSteps: string[], unitTests: import('./test-run/test-report.mjs').Counts }>}
 */
export async function runChecks(root, node) {
  const report = reportPath(root, 'unit');
  const waiting = steps(report);
  /** @type {string[]} */
  const failedSteps = [];
  let unitExitCode = 1;
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const code = await runStep(root, node, step);
      if (step.name === 'unit tests') unitExitCode = code;
      else if (code !== 0) failedSteps.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: STEPS_AT_ONCE }, work));
  return { failedSteps, unitTests: readCounts(report, unitExitCode) };
}

/**
 * Returns the checks, the longest first, so that two at a time end together.
 * @param {string} report
 */
function steps(report) {
  return [
    {
      name: 'unit tests',
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project=unit',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
    },
    // Checks the types, too, which are computed for its rules.
    { name: 'lint, types', args: ['node_modules/oxlint/bin/oxlint'] },
    { name: 'unused', args: ['node_modules/knip/bin/knip.js', '--no-config-hints'] },
    { name: 'import rules', args: ['tools/rules.ts'] },
    { name: 'tidy', args: ['tools/tidy.ts'] },
    { name: 'notices', args: ['tools/notices.ts', '--check'] },
    { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] },
  ];
}

/** @param {string} root @param {string} node @param {{ name: string, args: string[] }} step */
async function runStep(root, node, step) {
  const startedMs = performance.now();
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const { code, output } = await runToEnd(node, step.args, {
    cwd: root,
    env: {
      GOGC: 'off',
      GOMEMLIMIT: GO_HEAP_MAX,
      ...process.env,
      PATH,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
    },
  });
  say(`${code === 0 ? '✓' : '✗'} ${step.name.padEnd(12)} ${secondsSince(startedMs)}`);
  if (code !== 0) say(output.trim());
  return code;
}
