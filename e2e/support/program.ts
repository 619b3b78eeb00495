// Starts the real program with a folder and a port of its own, on which it can be stopped and
// restarted, and sends it commands of the operator.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The bundle of `npm test`, which loads faster, or the sources if there is none. */
const bundle = process.env['HALYARD_TEST_PROGRAM'];
const MAIN =
  bundle === undefined
    ? fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
    : join(bundle, 'main/main.js');
/** Below DATA_DIR. */
const OPERATOR_SOCKET = 'operator.sock';
/** The compile cache, which halves the time of every start after the first. */
const COMPILED = fileURLToPath(new URL('../../.cache/compiled/', import.meta.url));
/** Journeys run in the background of the server tests, so a start can take long on a slow machine. */
export const READY_WITHIN_MS = 180_000;
const POLL_MS = 50;

export type Environment = Readonly<Record<string, string>>;

type OperatorMessage =
  | { readonly kind: 'identify'; readonly file: string; readonly nonce: string }
  | { readonly kind: 'line' | 'progress'; readonly text: string }
  | { readonly kind: 'end'; readonly code: number };

export type Program = {
  readonly url: string;
  readonly dataDir: string;
  /** Starts the program on the same folder and port, with additional environment variables. */
  start(environment?: Environment): Promise<void>;
  stop(): Promise<void>;
  /**
   * Runs a command of the operator over the program's socket, without the cost of a process, and
   * returns its output; throws if it failed.
   */
  operate(...words: readonly string[]): Promise<string>;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
};

/** Journeys book money to trade with by hand, and their staff were created minutes ago. */
const ONE_APPROVER = { BOOKING_FOUR_EYES: '1000000', APPROVER_AGE_DAYS: '0' };

/** Returns the program once it is ready; ends one that is not ready in time. */
export async function launchProgram(environment: Environment): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'halyard-e2e-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...ONE_APPROVER,
    ...environment,
  };
  let child: ChildProcess | undefined;
  const program: Program = {
    url,
    dataDir,
    async start(changes = {}) {
      child = run({ ...settings, ...changes });
      await waitUntilReady(url, child);
    },
    async stop() {
      if (child === undefined) return;
      const ended = endOf(child);
      child.kill('SIGTERM');
      await ended;
      child = undefined;
    },
    async operate(...words) {
      const { code, printed } = await askOperator(join(dataDir, OPERATOR_SOCKET), words);
      if (code !== 0) throw new Error(`'halyard ${words.join(' ')}' ended with ${code}`);
      return printed;
    },
    async close() {
      await program.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await program.start();
  } catch (error) {
    await program.close();
    throw error;
  }
  return program;
}

/** Returns the sign-ins that the first start wrote. */
export async function readFirstRun(dataDir: string): Promise<unknown> {
  return JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8'));
}

/** The protocol is that of packages/server/src/platform/operator. */
async function askOperator(
  path: string,
  words: readonly string[],
): Promise<{ readonly code: number | undefined; readonly printed: string }> {
  const socket = connect(path);
  let printed = '';
  let code: number | undefined;
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as OperatorMessage;
    if (message.kind === 'identify') {
      // The owner of the file identifies the caller.
      await writeFile(join(dirname(path), 'operator', message.file), message.nonce);
      socket.write(`${JSON.stringify({ words, directory: process.cwd() })}\n`);
    }
    if (message.kind === 'line') printed += `${message.text}\n`;
    if (message.kind === 'end') code = message.code;
  }
  return { code, printed };
}

function run(settings: Environment): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [MAIN], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: COMPILED,
      SIGN_UPS_PER_HOUR: '100000',
      DEPOSIT_METHODS: 'bank,alternative,titan',
      BANK_ACCOUNT_HOLDER: 'Example Markets',
      BANK_ACCOUNT_IBAN: 'DE89370400440532013000',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadlineMs && child.exitCode === null) {
    const response = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${url} was not ready in time`);
}
