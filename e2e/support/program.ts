// The real program on a folder and a port of its own, which can be stopped and started again on
// both, and the operator's command for it.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));
const OPERATOR = fileURLToPath(new URL('../../packages/server/src/halyard.ts', import.meta.url));
export const READY_WITHIN_MS = 60_000;
const POLL_MS = 50;

export type Environment = Readonly<Record<string, string>>;

export type Program = {
  readonly url: string;
  readonly dataDir: string;
  /** Starts it on the same folder and port; what is given adds to the first environment. */
  start(environment?: Environment): Promise<void>;
  stop(): Promise<void>;
  /** Runs the operator's command and gives what it printed; throws unless it did what was asked. */
  operate(...words: readonly string[]): Promise<string>;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
};

/** Gives the program ready to answer. */
export async function launchProgram(environment: Environment): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'halyard-e2e-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment };
  let child: ChildProcess | undefined;
  const program: Program = {
    url,
    dataDir,
    async start(changes = {}) {
      child = run(MAIN, [], { ...settings, ...changes });
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
      const command = run(OPERATOR, words, settings);
      const printed = command.stdout === null ? '' : text(command.stdout);
      const code = await endOf(command);
      if (code !== 0) throw new Error(`'halyard ${words.join(' ')}' ended with ${code}`);
      return await printed;
    },
    async close() {
      await program.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await program.start();
  return program;
}

/** The sign-ins that the first run wrote. */
export async function readFirstRun(dataDir: string): Promise<unknown> {
  return JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8'));
}

function run(script: string, words: readonly string[], settings: Environment): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [script, ...words], {
    env: { PATH, HOME, SIGN_UPS_PER_HOUR: '100000', ...settings },
    stdio: ['ignore', script === OPERATOR ? 'pipe' : 'ignore', 'inherit'],
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
