/** The runs of `npm test` that come after the checks: the server on its databases, the browser. */
import { basename } from 'node:path';
import { runToEnd } from './children.mjs';
import { requireChromium } from './chromium.mjs';
import { askPostgres } from './postgres.mjs';
import { say } from './progress.mjs';
import { failedFiles, mergeSecondRun, readCounts, reportPath } from './test-report.mjs';

const LOCAL_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';
/** More than these failing is no accident of a busy machine. */
const FILES_AGAIN_MAX = 4;

/** @typedef {{ root: string, node: string }} House */

/** What depends on the server's version: run again on the PostgreSQL that answers. */
const SECOND_PASS = ['db/migrate', 'db/database', 'db/postgres', 'engine/', 'jobs/'];

/**
 * The server tests run on the embedded PostgreSQL, and those of the engine, the database, jobs and
 * migrations also on the one of DATABASE_URL or on 127.0.0.1:5432. Throws when the one asked for does
 * not answer. A few files that failed run once more, alone: docs/decisions/0044.
 * @param {House} house
 */
export async function runServerTests(house) {
  const databaseUrl = await findPostgres(process.env);
  const first = await runPass({ ...house, databaseUrl: undefined, name: 'server', more: [] });
  if (databaseUrl === undefined) return first;
  say('\n== The engine, the database, jobs and migrations on the PostgreSQL that answers');
  const more = SECOND_PASS.map((name) => `packages/server/test/${name}`);
  const second = await runPass({ ...house, databaseUrl, name: 'server-postgres', more });
  return {
    passed: first.passed + second.passed,
    failed: first.failed + second.failed,
    skipped: [...first.skipped, ...second.skipped],
    failures: [...first.failures, ...second.failures],
    unsteady: [...first.unsteady, ...second.unsteady],
  };
}

/**
 * @param {House & { databaseUrl: string | undefined, name: string, more: string[] }} pass
 * @returns {Promise<import('./test-report.mjs').Counts>}
 */
async function runPass({ root, node, databaseUrl, name, more }) {
  const run = { root, node, databaseUrl };
  const report = reportPath(root, name);
  const code = await runVitest({ ...run, report, more });
  const files = failedFiles(report);
  if (code === 0 || files.length === 0 || files.length > FILES_AGAIN_MAX) {
    return readCounts(report, code);
  }
  say(`\n== Once more, alone: ${files.map((file) => basename(file)).join(', ')}`);
  const again = reportPath(root, `${name}-again`);
  const alone = ['--no-file-parallelism', ...files];
  const secondCode = await runVitest({ ...run, report: again, more: alone });
  mergeSecondRun(report, again);
  return readCounts(report, secondCode);
}

/** @param {House & { databaseUrl: string | undefined, report: string, more: string[] }} run @returns {Promise<number>} */
async function runVitest({ root, node, databaseUrl, report, more }) {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    '--project=server-alone',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...more,
  ];
  const { code } = await runToEnd(node, args, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    show: true,
  });
  return code;
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

/** @param {House} house */
export async function runBrowserTests({ root, node }) {
  const chromium = await requireChromium(root, node);
  say(`Chromium: ${chromium}`);
  const report = reportPath(root, 'e2e');
  const args = [
    `${root}/node_modules/@playwright/test/cli.js`,
    'test',
    '--retries=1',
    '--reporter=list,json',
  ];
  const { code } = await runToEnd(node, args, {
    cwd: `${root}/e2e`,
    env: { ...process.env, CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    show: true,
  });
  return readCounts(report, code);
}
