/**
 * The runs of `npm test` after the checks: the server tests on each database, and the browser
 * tests.
 */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runToEnd } from '../children.mjs';
import { requireChromium } from '../chromium.mjs';
import { askPostgres } from '../postgres.mjs';
import { say } from '../progress.mjs';
import { TURN_FILE } from './turn.mjs';
import { failedFiles, findReport, mergeSecondRun, readCounts, reportPath } from './test-report.mjs';

const LOCAL_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';
/** Names, in the environment of tests, the folder of the program's bundle. */
const PROGRAM_FOLDER = 'HALYARD_TEST_PROGRAM';
/** If more files than this fail, a busy machine is not the cause, so they are not repeated. */
const FILES_AGAIN_MAX = 4;

/** @typedef {{ root: string, node: string }} Program */

/**
 * The tests that depend on the version of PostgreSQL, which run again on the one that answers: the
 * migrations, and each function and kind of statement once. The other files test our own code,
 * which is the same on both. `DATABASE_URL=… npm run server-tests` runs all of them on another
 * PostgreSQL.
 */
const SECOND_PASS = [
  'db/migrate',
  'db/database',
  'db/postgres',
  'engine/engine.',
  'engine/engine-lease',
  'engine/commit-plans',
  'engine/audit.',
  'engine/audit-ticks',
  'engine/entry-orders',
  'engine/trailing-stops',
  'jobs/audit',
  'jobs/jobs',
  'jobs/slots',
];

/** @typedef {{ databaseUrl: string | undefined, name: string, more: string[], show: boolean, turnFile?: string }} Pass */

/**
 * Bundles the program for the tests that start it as a process, which find it by the environment.
 * Throws with the output if that fails.
 * @param {Program} program
 */
export async function buildProgram({ root, node }) {
  const folder = join(root, '.cache/test-program');
  const { code, output } = await runToEnd(node, ['tools/test-run/build-program.mjs', folder], {
    cwd: root,
  });
  if (code !== 0) throw new Error(`The program could not be bundled:\n${output.trim()}`);
  process.env[PROGRAM_FOLDER] = folder;
}

/**
 * Runs the server tests on the embedded PostgreSQL, and at the same time those of SECOND_PASS on
 * the one of DATABASE_URL or on 127.0.0.1:5432. Throws if DATABASE_URL is set but no server
 * answers. If a few files fail, they run once more, alone (docs/decisions/0038).
 * @param {Program} program
 * @param {Promise<void>} beside ends with what runs beside the first passes
 */
export async function runServerTests(program, beside) {
  const databaseUrl = await findPostgres(process.env);
  const turnFile = reportPath(program.root, 'journeys-ended');
  void beside.finally(() => writeFileSync(turnFile, ''));
  /** @type {Pass[]} */
  const passes = [{ databaseUrl: undefined, name: 'server', more: [], show: true, turnFile }];
  if (databaseUrl !== undefined) {
    const files = SECOND_PASS.map((name) => `packages/server/test/${name}`);
    const more = ['--maxWorkers=1', ...files];
    passes.push({ databaseUrl, name: 'server-postgres', more, show: false });
  }
  const ended = await Promise.all(
    passes.map(async (pass) => ({ pass, ...(await runVitest(program, pass)) })),
  );
  if (ended.some(({ code }) => code !== 0)) await beside;
  const total = { passed: 0, failed: 0 };
  /** @type {Record<'skipped' | 'failures' | 'unsteady', string[]>} */
  const titles = { skipped: [], failures: [], unsteady: [] };
  for (const { pass, code, output } of ended) {
    if (!pass.show) say(`\n== On the PostgreSQL that answers\n${output.trim()}`);
    const counts = await judge(program, pass, code);
    total.passed += counts.passed;
    total.failed += counts.failed;
    titles.skipped.push(...counts.skipped);
    titles.failures.push(...counts.failures);
    titles.unsteady.push(...counts.unsteady);
  }
  return { ...total, ...titles };
}

/**
 * Returns the counts of a pass, after its failed files have run again.
 * @param {Program} program @param {Pass} pass @param {number} code
 * @returns {Promise<import('./test-report.mjs').Counts>}
 */
async function judge(program, pass, code) {
  const report = findReport(program.root, pass.name);
  const files = failedFiles(report);
  if (code === 0 || files.length === 0 || files.length > FILES_AGAIN_MAX) {
    return readCounts(report, code);
  }
  say(`\n== Once more, alone: ${files.map((file) => basename(file)).join(', ')}`);
  const name = `${pass.name}-again`;
  const more = ['--no-file-parallelism', ...files];
  const again = await runVitest(program, { ...pass, name, more, show: true });
  mergeSecondRun(report, findReport(program.root, name));
  return readCounts(report, again.code);
}

/** @param {Program} program @param {Pass} pass */
async function runVitest({ root, node }, { databaseUrl, name, more, show, turnFile }) {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath(root, name)}`,
    ...more,
  ];
  const env = { ...process.env, DATABASE_URL: databaseUrl, [TURN_FILE]: turnFile };
  return await runToEnd(node, args, { cwd: root, env, show });
}

/** @param {NodeJS.ProcessEnv} env */
async function findPostgres(env) {
  const asked = env['DATABASE_URL'];
  const url = asked === undefined || asked === '' ? LOCAL_POSTGRES : asked;
  const answer = await askPostgres(url);
  if (answer === 'open' || (answer === 'locked' && url === asked)) {
    say('Databases: the embedded PostgreSQL, then in part the one that answers.');
    return url;
  }
  if (url === asked) throw new Error('DATABASE_URL is set, but no PostgreSQL answers there.');
  say(
    answer === 'locked'
      ? '!! The PostgreSQL on 127.0.0.1:5432 wants a password: name it with DATABASE_URL.'
      : '!! No PostgreSQL answers on 127.0.0.1:5432, and DATABASE_URL is not set.',
  );
  say('!! THE SERVER IS TESTED ON THE EMBEDDED POSTGRESQL ONLY.');
  return undefined;
}

/** Runs the journeys; their output is printed at the end. @param {Program} program */
export async function runBrowserTests({ root, node }) {
  const chromium = await requireChromium(root, node);
  const report = reportPath(root, 'e2e');
  const args = [
    `${root}/node_modules/@playwright/test/cli.js`,
    'test',
    '--retries=1',
    '--reporter=list,json',
  ];
  const { code, output } = await runToEnd(node, args, {
    cwd: `${root}/e2e`,
    env: { ...process.env, CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    background: true,
  });
  say(`\n== Journeys in ${chromium}\n${output.trim()}`);
  return readCounts(report, code);
}
