// Executes the commands of README and docs/operate as the pages show them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXIT } from '#platform/operator/operator.ts';
import { SETTINGS_SECTIONS } from '#settings-reference/settings-reference.ts';
import { signUpTrader, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  fillIn,
  listPageCommands,
  listPageSettings,
  listPageStatements,
  splitWords,
} from './page-commands.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const OPERATOR = /^(?:[A-Z_]+=\S+ )?(?:npm run (?:-s )?halyard -- |(?:bin\/)?halyard )(.+)$/;
const SCRIPT = /^npm run ([\w-]+)$/;
const HOST_FILES = /^(?:cp (?:deploy\/compose|\.env)|chmod 600 \.env|mkdir -m|openssl rand|echo ')/;
const PROMTOOL = /^promtool test rules /;
const EMAIL = 'first@example.com';
/** What stands for the names in capital letters that a page uses. */
const EXAMPLES: Readonly<Record<string, string>> = {
  EMAIL,
  NAME: '"Ben Example"',
  ROLE: 'support',
  SYMBOL: 'BTCUSD',
  PROVIDER: 'paymaxis',
  DAY: '2026-03-01',
  ID: '1',
  DOCUMENT: '1',
  TRANSACTION: '1',
  REASON: '"a reason"',
  REFERENCE: 'reference',
  RECEIVED: '250',
  AMOUNT: '250',
  FILE: '/tmp/none',
};
/** Commands that no test can run here, by how they begin, each with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm start': 'e2e and process/main.int.test.ts start the program that it starts',
  'npm test': 'this test is a part of it',
  'npm run halyard --': 'it begins the commands that follow it on the page',
  'npm ci': 'it needs the registry; the tests run on what it installed',
  'npm run release': 'it builds the web app and needs minutes: tools/release tests its parts',
  'npm run bench': 'it needs a machine with nothing else to do',
  'npm run docs': 'it installs the generator: tools/docs-site tests its parts',
  'deploy/build-root.sh': 'it installs packages and builds the web app, which takes a minute',
  'deploy/try-root.sh': 'it needs a folder that build-root.sh built',
  'docker ': 'it needs a container engine',
  'kubectl ': 'it needs Kubernetes',
  'echo whsec_': 'it prints a secret, which the tests of the settings have',
  'helm ': 'it needs Kubernetes: deploy/helm-chart.int.test.ts reads the chart',
  'systemctl ': 'it needs systemd as the first process',
  'journalctl ': 'it needs systemd as the first process',
  'useradd ': 'it needs root and changes the users of the machine',
  'install ': 'it needs root and writes to /etc',
  'apt-get ': 'it needs root and changes the packages of the machine',
  'certbot ': 'it needs a host name that the certificate authority reaches',
  'nginx -t': 'it needs the certificate of certbot: deploy/deploy-files.int.test.ts tests the file',
  'testssl.sh ': 'it needs a host name and minutes: npm run soak -- scan runs it on both proxies',
  'sed -i ': 'it writes to /etc: deploy/deploy-files.int.test.ts replaces the host name itself',
  'curl ': 'it asks a vendor on the internet',
  'cp deploy/systemd': 'it needs root and writes to /etc',
  'cp deploy/caddy': 'it writes to /etc: deploy/deploy-files.int.test.ts has Caddy read the file',
  'cp deploy/nginx': 'it writes to /etc: deploy/deploy-files.int.test.ts has nginx read the file',
  'rsync ': 'it needs a second machine',
  'setpriv ': 'it needs the user of the unit; the commands that it starts are tested by themselves',
  'ln ': 'it writes to /usr/local/bin',
  'createuser ': 'it is a command of PostgreSQL: the tests create their roles by SQL',
  'createdb ': 'it is a command of PostgreSQL: the tests create their databases by SQL',
  'sha256sum ': 'it needs a release: tools/release tests the checksums',
  'halyard cluster forget': 'process/edges.int.test.ts runs it; it needs a program that is lost',
  'halyard restore': 'backups/restore.int.test.ts runs it on databases of its own',
  'halyard backup': 'backups/backup.int.test.ts runs it; it asks for a passphrase at a terminal',
  'halyard config check':
    'packages/server/src/config/config-command.test.ts runs it; it needs no server',
  'halyard backtest': 'autotrading/backtest.int.test.ts runs it; it reads months of prices',
};
/** PostgreSQL creates no database in a transaction, and the database of the test has another name. */
const NOT_IN_A_TRANSACTION = /^(?:create|alter) database /;
const commands = listPageCommands();
/** With the two ways to write the operator's command made one. */
const plain = (command: string): string => command.replace(OPERATOR, 'halyard $1');
const reasonOf = (command: string): string | undefined =>
  Object.entries(NOT_RUN).find(([begin]) => plain(command).startsWith(begin))?.[1];
const toRun = (pattern: RegExp) =>
  commands.filter(({ command }) => pattern.test(command) && reasonOf(command) === undefined);
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

it('runs or lists every command of the documentation, and lists none that is missing there', () => {
  expect(commands.length).toBeGreaterThan(60);
  const ways = [OPERATOR, SCRIPT, HOST_FILES, PROMTOOL];
  const left = commands.filter(
    ({ command }) => reasonOf(command) === undefined && !ways.some((way) => way.test(command)),
  );
  expect(left).toEqual([]);
  const unused = Object.keys(NOT_RUN).filter(
    (begin) => !commands.some(({ command }) => plain(command).startsWith(begin)),
  );
  expect(unused).toEqual([]);
});

it('names only scripts that exist', () => {
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const named = toRun(SCRIPT).map(({ command }) => SCRIPT.exec(command)?.[1] ?? '');
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it('names only settings that exist', () => {
  const known = SETTINGS_SECTIONS.flatMap(({ settings }) => Object.keys(settings));
  const named = listPageSettings();
  expect(named.length).toBeGreaterThan(15);
  const isKnown = (name: string): boolean => known.includes(name.replace(/_FILE$/, ''));
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});

it('prepares the files of the containers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-commands-'));
  try {
    mkdirSync(join(folder, 'deploy/compose'), { recursive: true });
    const examples = ['deploy/compose.env.example', 'deploy/compose/cluster.env.example'];
    for (const name of ['.env.example', ...examples]) {
      cpSync(join(ROOT, name), join(folder, name));
    }
    const lines = toRun(HOST_FILES).map(({ command }) => command);
    expect(lines.length).toBeGreaterThanOrEqual(5);
    writeFileSync(join(folder, 'lines.sh'), lines.join('\n'));
    const { status, stderr } = spawnSync('sh', ['-eu', 'lines.sh'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(readFileSync(join(folder, 'deploy/secrets/metrics_token'), 'utf8')).toMatch(
      /^\w{48}\n$/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const promtoolTitle = 'tests the alerts';
it.skipIf(!hasPromtool)(
  hasPromtool ? promtoolTitle : `${promtoolTitle}: SKIPPED, no promtool`,
  () => {
    for (const { command } of toRun(PROMTOOL)) {
      const [program = '', ...words] = splitWords(command);
      const { status, stdout, stderr } = spawnSync(program, words, { cwd: ROOT, encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    }
  },
);

describeOnDatabase('the operator’s commands of the pages', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
    await signUpTrader(server, EMAIL, '1000');
  });
  afterAll(() => server.stop());

  it('are all understood by the program', async () => {
    const run = toRun(OPERATOR);
    expect(run.length).toBeGreaterThan(25);
    const misunderstood: object[] = [];
    for (const { page, command } of run) {
      const [, words = ''] = OPERATOR.exec(command) ?? [];
      const filled = fillIn(words, EXAMPLES);
      if (filled === '' || filled === 'VERB') continue;
      const { code, printed } = await server.operator(...splitWords(filled));
      if (code === EXIT.usage)
        misunderstood.push({ page, command, filled, printed: printed.slice(0, 2) });
    }
    expect(misunderstood).toEqual([]);
  });

  it('are all understood by PostgreSQL, where they are statements', async () => {
    const statements = listPageStatements();
    expect(statements.length).toBeGreaterThan(15);
    const client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    try {
      await client.query('begin');
      const made = new Set<string>();
      for (const { page, sql } of statements) {
        // The pages create the roles once for a new database and once for an existing one.
        if (sql.startsWith('create role') && made.has(sql)) continue;
        made.add(sql);
        if (NOT_IN_A_TRANSACTION.test(sql)) continue;
        await expect(client.query(sql), `${page}: ${sql}`).resolves.toBeDefined();
      }
    } finally {
      await client.query('rollback');
      await client.end();
    }
  });

  it.each(['status', 'audit', 'staff list', 'document list', 'deposit list', 'contact list'])(
    'succeed: %s',
    async (words) => {
      const { code, printed } = await server.operator(...splitWords(words));
      expect(code, printed.join('\n')).toBe(EXIT.done);
    },
  );
});
