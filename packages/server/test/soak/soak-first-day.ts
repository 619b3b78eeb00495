// The first day of an operator, from a fresh clone to the first customer's trade. The commands are
// those of docs/operate/first-day.md; paths, addresses and the number of the deposit are filled in.
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { findFreePort, startTestCluster } from '../support/test-cluster.ts';
import { createDatabaseIn } from './database-in.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { announceTransfer, signUpFirst } from './first-customer.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/operate/first-day.md'), 'utf8');
const FIRST_ORDER = join(ROOT, 'packages/server/test/soak/first-order.ts');
const OPERATOR = 'npm run halyard -- ';
const MEASURED_MAX_MS = 15 * MINUTE_MS;
/** A fresh checkout installs its packages and builds the web app first. */
const READY_WITHIN_MS = 10 * MINUTE_MS;
const LOOK_AGAIN_MS = 250;
/** The deposit of the page; the number of the transaction stands at the ellipsis. */
const CONFIRM = /`(deposit confirm D… (\d+) "[^"]+")`/;
const EMAIL = 'first@example.com';

const run = promisify(execFile);

type Place = {
  readonly folder: string;
  readonly clone: string;
  readonly dataDir: string;
  readonly url: string;
};

/** True when the customer has traded within a quarter of an hour. */
export async function soakFirstDay(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: { 'no-evidence': { type: 'boolean', default: false } },
  });
  const evidence = createEvidence({ soak: 'first-day' }, !values['no-evidence']);
  const folder = mkdtempSync(join(tmpdir(), 'halyard-first-day-'));
  const cluster = await startTestCluster();
  const seconds: Record<string, number> = {};
  let program: ChildProcess | undefined;
  let failure: string | null = null;
  const timed = async (name: string, step: () => Promise<unknown>): Promise<void> => {
    const beganMs = performance.now();
    await step();
    seconds[name] = Number(((performance.now() - beganMs) / SECOND_MS).toFixed(1));
    evidence.say(`${name}: ${seconds[name]} s`);
  };
  try {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const place = { folder, clone: join(folder, 'halyard'), dataDir: join(folder, 'data'), url };
    const database = (await createDatabaseIn(cluster.url, 'first_day')).url();
    await timed('1. install', async () => {
      await run('git', ['clone', '--quiet', ROOT, place.clone]);
      writeSettings(place, database);
      program = start(place.clone);
      await waitUntilReady(url);
    });
    for (const [section, name] of [
      [2, 'back up'],
      [3, 'staff'],
      [7, 'pages'],
    ] as const) {
      await timed(`${section}. ${name}`, async () => await operateAll(place, commandsOf(section)));
    }
    await timed('8. the first customer', async () => await serveCustomer(place, evidence));
    const tookMs = Object.values(seconds).reduce((sum, one) => sum + one, 0) * SECOND_MS;
    if (tookMs > MEASURED_MAX_MS) failure = 'it took longer than a quarter of an hour';
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    evidence.say(`FAILED: ${failure}`);
  } finally {
    await end(program);
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  evidence.finish({ seconds, failure });
  return failure === null;
}

/** The settings of the page, with the addresses of this run. */
function writeSettings({ clone, dataDir, url }: Place, database: string): void {
  const [, block = ''] = /^```\n(NODE_ENV=[\s\S]*?)^```$/m.exec(PAGE) ?? [];
  const own: Readonly<Record<string, string>> = {
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://localhost',
  };
  const lines = block.trim().split('\n');
  const filled = lines.map((line) => {
    const name = line.slice(0, line.indexOf('='));
    return own[name] === undefined ? line : `${name}=${own[name]}`;
  });
  writeFileSync(join(clone, '.env'), `${[...filled, `PORT=${new URL(url).port}`].join('\n')}\n`);
}

function start(clone: string): ChildProcess {
  return spawn('npm', ['start'], { cwd: clone, stdio: 'ignore', detached: true });
}

async function waitUntilReady(url: string): Promise<void> {
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadlineMs) {
    const reply = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (reply?.ok === true) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('the program was not ready in time');
}

async function end(program: ChildProcess | undefined): Promise<void> {
  if (program?.pid === undefined || program.exitCode !== null) return;
  const ended = new Promise((resolve) => program.once('exit', resolve));
  process.kill(-program.pid, 'SIGTERM');
  await ended;
  try {
    // An installation of packages outlives the program that began it.
    process.kill(-program.pid, 'SIGKILL');
  } catch {
    // Nothing of the group is left.
  }
}

/** The operator's commands in the blocks of a numbered section. */
function commandsOf(section: number): readonly string[] {
  const begin = PAGE.indexOf(`\n## ${section}. `);
  const text = PAGE.slice(begin, PAGE.indexOf(`\n## ${section + 1}. `));
  const blocks = [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const commands = blocks
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith(OPERATOR))
    .map((line) => line.slice(OPERATOR.length));
  const inline = [...text.matchAll(/`npm run halyard -- ([^`]+)`/g)].map(([, words = '']) => words);
  return [...commands, ...inline];
}

async function operateAll(place: Place, commands: readonly string[]): Promise<void> {
  if (commands.length === 0) throw new Error('the page shows no command here');
  for (const command of commands) await operate(place, command);
}

/** Runs it in a shell, as an operator does; throws what it says if it fails. */
async function operate({ clone, folder }: Place, command: string): Promise<string> {
  for (const name of ['backups', 'secure']) mkdirSync(join(folder, name), { recursive: true });
  const filled = command.replaceAll(/ \/(backups|secure)\//g, ` ${folder}/$1/`);
  const options = {
    cwd: clone,
    env: { ...process.env, HALYARD_BACKUP_PASSPHRASE: 'a long passphrase of this run' },
  };
  try {
    return (await run('sh', ['-c', `${OPERATOR}${filled}`], options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command}: ${stdout}${stderr}`, { cause: error });
  }
}

async function serveCustomer(place: Place, evidence: Evidence): Promise<void> {
  const customer = await signUpFirst(place, EMAIL);
  const commands = commandsOf(8);
  const documents = commands.filter((command) => /^document (?:show|approve) 1\b/.test(command));
  // The page shows the first document; each is opened and approved alike.
  const others = documents.map((command) =>
    command
      .replace(' 1', ' 2')
      .replace('passport', 'address')
      .replace(/ --expires=\S+/, ''),
  );
  const rest = commands.filter((command) => !documents.includes(command));
  await operateAll(place, [...documents, ...others, ...rest]);
  const [, pattern = '', euros = ''] = CONFIRM.exec(PAGE) ?? [];
  const transaction = await announceTransfer(place.url, customer, Number(euros));
  await operate(place, pattern.replace('D…', transaction));
  const own = join(place.folder, 'customer');
  mkdirSync(own);
  writeFileSync(join(own, 'first-run.json'), JSON.stringify({ customer }));
  const { stdout } = await run(process.execPath, [FIRST_ORDER], {
    env: { ...process.env, HALYARD_URL: place.url, HALYARD_DATA_DIR: own },
  });
  evidence.say(stdout.trim().slice(0, 120));
  evidence.say((await operate(place, 'audit')).trim().split('\n').at(-1) ?? '');
}
