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

/**
 * The server tests run on the embedded database, and on PostgreSQL too where one answers; each
 * makes databases of its own there. Throws when the one asked for does not answer. A few files
 * that failed run once more, alone: docs/decisions/0044.
 * @param {House} house
 */
export async function runServerTests(house) {
  const databaseUrl = await findPostgres(process.env);
  const report = reportPath(house.root, 'server');
  const code = await runVitest({ ...house, databaseUrl, report, more: [] });
  const files = failedFiles(report);
  if (code === 0 || files.length === 0 || files.length > FILES_AGAIN_MAX) {
    return readCounts(report, code);
  }
  say(`\n== Once more, alone: ${files.map((file) => basename(file)).join(', ')}`);
  const again = reportPath(house.root, 'server-again');
  const more = ['--no-file-parallelism', ...files];
  const secondCode = await runVitest({ ...house, databaseUrl, report: again, more });
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
    env: { ...process.env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
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
    say('Databases: embedded, and the PostgreSQL that answers.');
    return url;
  }
  if (url === asked) throw new Error('DATABASE_URL is set, but no PostgreSQL answers there.');
  say(
    answer === 'locked'
      ? '!! The PostgreSQL on 127.0.0.1:5432 wants a password: name it with DATABASE_URL.'
      : '!! No PostgreSQL answers on 127.0.0.1:5432, and DATABASE_URL is not set.',
  );
  say('!! THE SERVER IS TESTED ON THE EMBEDDED DATABASE ONLY.');
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
