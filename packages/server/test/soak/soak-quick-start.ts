// The quick start of each SDK, followed from its page against a fresh `npm start`: the commands and the
// program of the page are run as they stand, with the key and the address filled in. Packages come from
// this repository instead of the registries, in the form in which they are published.
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { ROOT } from '../sdk/python.ts';
import { createEvidence } from './evidence.ts';

const MEASURED_MAX_MS = 5 * MINUTE_MS;
/** A fresh checkout builds the web app first. */
const READY_WITHIN_MS = 4 * MINUTE_MS;
const TRADED_WITHIN_MS = MINUTE_MS;
const LOOK_AGAIN_MS = 100;
const PRINTED_MAX = 500;
const KEY_ON_PAGE = 'hk_practice_…';
const ADDRESS_ON_PAGE = 'http://localhost:3000';
/** What the program of the page prints once it has traded and follows its account. */
const TRADED = /Opened at [\d.]+[\s\S]*\d+ open positions/;

type Guide = {
  readonly name: string;
  readonly page: string;
  /** The registry's name of the package, and where this repository has it. */
  readonly package: string;
  readonly prepare: (folder: string) => Promise<string>;
  readonly file: string;
  readonly run: string;
};

const run = promisify(execFile);

const GUIDES: readonly Guide[] = [
  {
    name: 'TypeScript',
    page: 'sdk-typescript',
    package: '@halyard/sdk',
    prepare: async (folder) => {
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      const sdk = join(ROOT, 'sdk/typescript');
      const words = ['pack', '--json', '--pack-destination', folder];
      const { stdout } = await run('npm', words, { cwd: sdk });
      // Packing compiles into it.
      rmSync(join(sdk, 'dist'), { recursive: true, force: true });
      const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
      return join(folder, packed.filename);
    },
    file: 'quick-start.ts',
    run: 'node quick-start.ts',
  },
  {
    name: 'Python',
    page: 'sdk-python',
    package: 'halyard-sdk',
    prepare: async (folder) => {
      await run('python3', ['-m', 'venv', folder]);
      // Building a package writes into its folder.
      const source = join(folder, 'source');
      cpSync(join(ROOT, 'sdk/python'), source, { recursive: true });
      return source;
    },
    file: 'quick_start.py',
    run: 'python -u quick_start.py',
  },
];

/** True when each program opened a practice position within five minutes of `npm start`. */
export async function soakQuickStart(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: { 'no-evidence': { type: 'boolean', default: false } },
  });
  const evidence = createEvidence({ soak: 'quick-start' }, !values['no-evidence']);
  const folder = mkdtempSync(join(tmpdir(), 'halyard-quick-start-'));
  const url = `http://127.0.0.1:${await findPort()}`;
  const startedMs = performance.now();
  const program = startProgram(folder, url);
  const seconds: Record<string, number> = {};
  const note = (name: string, sinceMs: number): void => {
    seconds[name] = Number(((performance.now() - sinceMs) / SECOND_MS).toFixed(1));
  };
  let failure: string | null = null;
  try {
    await until('the program is ready', READY_WITHIN_MS, async () => {
      return (await fetch(`${url}/health/ready`)).ok;
    });
    note('npm start', startedMs);
    evidence.say(`npm start on an empty folder: ready after ${seconds['npm start']} s`);
    for (const guide of GUIDES) {
      const beganMs = performance.now();
      const key = await createKey(folder, url, guide.name);
      const printed = await follow(guide, { folder, url, key });
      note(guide.name, beganMs);
      const positions = await countPositions(url, key);
      if (positions === 0) throw new Error(`${guide.name}: the account has no position`);
      evidence.say(`${guide.name}: traded after ${seconds[guide.name]} s\n${printed}`);
    }
    const { 'npm start': start = 0, ...guides } = seconds;
    const slowestMs = (start + Math.max(...Object.values(guides))) * SECOND_MS;
    if (slowestMs > MEASURED_MAX_MS) failure = 'it took longer than five minutes';
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    evidence.say(`FAILED: ${failure}`);
  } finally {
    await end(program);
    rmSync(folder, { recursive: true, force: true });
  }
  evidence.finish({ seconds, failure });
  return failure === null;
}

function startProgram(folder: string, url: string): ChildProcess {
  return spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: new URL(url).port },
  });
}

/** Ends a program with the processes that it started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

/** Creates a key as the profile does, signed in as the customer of a new installation. */
async function createKey(folder: string, url: string, name: string): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${url}/api/accounts/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data, message } = (await response.json()) as {
      readonly data: Record<string, string> | null;
      readonly message?: string;
    };
    if (data === null) throw new Error(`${path}: ${message ?? response.status}`);
    return data;
  };
  const file = readFileSync(join(folder, 'data/first-run.json'), 'utf8');
  const { customer } = JSON.parse(file) as { customer: { email: string; password: string } };
  const { email, password } = customer;
  const { access_token: token } = await post('login', { email, password });
  const wanted = { name, scope: 'trade', networks: [], environment: 'practice' };
  const { key = '' } = await post('apiKeys/create', { ...wanted, token });
  return key;
}

type Place = { readonly folder: string; readonly url: string; readonly key: string };

/** Follows a page; returns what its program has printed. */
async function follow(guide: Guide, { folder, url, key }: Place): Promise<string> {
  const own = join(folder, guide.page);
  mkdirSync(own);
  const source = await guide.prepare(own);
  const html = await (await fetch(`${url}/developers/${guide.page}`)).text();
  const [commands = '', code = ''] = readBlocks(html);
  for (const part of [guide.package, ADDRESS_ON_PAGE, KEY_ON_PAGE]) {
    if (!commands.includes(part)) throw new Error(`${guide.page} does not say ${part}`);
  }
  writeFileSync(join(own, guide.file), code);
  const script = commands
    .replace(guide.package, source)
    .replace(ADDRESS_ON_PAGE, url)
    .replace(KEY_ON_PAGE, key);
  const path = [join(own, 'bin'), dirname(process.execPath), process.env['PATH']].join(':');
  const child = spawn('sh', ['-euc', `${script}\nexec ${guide.run}`], {
    cwd: own,
    detached: true,
    env: { ...process.env, PATH: path },
  });
  let printed = '';
  let complaints = '';
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  try {
    await until(`${guide.name} has traded`, TRADED_WITHIN_MS, async () => {
      if (child.exitCode !== null) throw new Stopped(`${guide.name} has ended`);
      return TRADED.test(printed);
    });
  } catch (error) {
    const last = `${printed}${complaints}`.slice(-PRINTED_MAX);
    throw new Error(`${String(error)}\n${last}`, { cause: error });
  } finally {
    await end(child);
  }
  return printed.slice(printed.indexOf('Balance')).trim();
}

/** The code of a page, as its reader copies it. */
function readBlocks(html: string): readonly string[] {
  return [...html.matchAll(/<div class="code"><pre><code>(.*?)<\/code>/gs)].map(([, code = '']) =>
    code
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );
}

async function countPositions(url: string, key: string): Promise<number> {
  const read = async (path: string): Promise<readonly { readonly id: string }[]> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/api/v1/accounts${path}`, { headers });
    return ((await response.json()) as { data: readonly { id: string }[] }).data;
  };
  const [account] = await read('');
  return (await read(`/${account?.id}/positions`)).length;
}

/** What waiting longer does not help. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (performance.now() < deadlineMs) {
    try {
      if (await isSo()) return;
    } catch (error) {
      if (error instanceof Stopped) throw error;
    }
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error(`It took too long until ${what}`);
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
