/** The runs of `npm test` that come after the checks: the server on its databases, the browser. */
import { runToEnd } from './children.mjs';
import { requireChromium } from './chromium.mjs';
import { askPostgres } from './postgres.mjs';
import { say } from './progress.mjs';
import { readCounts, reportPath } from './test-report.mjs';

const LOCAL_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';

/** @typedef {{ root: string, node: string }} House */

/**
 * The server tests run on the embedded database, and on PostgreSQL too where one answers; each
 * makes databases of its own there. Throws when the one asked for does not answer.
 * @param {House} house
 */
export async function runServerTests({ root, node }) {
  const databaseUrl = await findPostgres(process.env);
  const report = reportPath(root, 'server');
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    '--project=server-alone',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { code } = await runToEnd(node, args, {
    cwd: root,
    env: { ...process.env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    show: true,
  });
  return readCounts(report, code);
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
  const args = [`${root}/node_modules/@playwright/test/cli.js`, 'test', '--reporter=list,json'];
  const { code } = await runToEnd(node, args, {
    cwd: `${root}/e2e`,
    env: { ...process.env, CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    show: true,
  });
  return readCounts(report, code);
}
