// The real program as a process of its own, so that a test can kill it as the machine would.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MINUTE_MS } from '@halyard/core/time';
import { callOperator, OPERATOR_SOCKET } from '#platform/operator/operator.ts';

/** As users start it. */
export const SOURCES = {
  main: fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
  command: fileURLToPath(new URL('../../src/halyard.ts', import.meta.url)),
};
/** The bundle of `npm test`, which loads faster; the sources where there is none. */
const bundle = process.env['HALYARD_TEST_PROGRAM'];
export const PROGRAM =
  bundle === undefined
    ? SOURCES
    : { main: join(bundle, 'main/main.js'), command: join(bundle, 'halyard/halyard.js') };
/** Starts after the first find the program compiled: that is half of a start. */
export const COMPILED = fileURLToPath(new URL('../../../../.cache/compiled/', import.meta.url));
const READY_WITHIN_MS = 3 * MINUTE_MS;
const STOP_WITHIN_MS = 20_000;
const OUTPUT_CHARACTERS_MAX = 20_000;
const POLL_MS = 25;

export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  /** What it printed, the latest part. */
  output(): string;
  /** Fulfilled once it takes orders again. */
  untilReady(): Promise<void>;
  /** SIGSTOP: it stands still; SIGCONT: it goes on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** SIGKILL: nothing of the program runs any more when it resolves. */
  kill(): Promise<void>;
  /** SIGTERM unless told otherwise; the exit code. */
  stop(signal?: 'SIGTERM' | 'SIGHUP'): Promise<number | null>;
};

export type ServerEnvironment = Readonly<Record<string, string>>;

/** Starts the server and waits until it is ready; one that stands by is only live. */
export async function startServerProcess(
  environment: ServerEnvironment,
  health: 'ready' | 'live' = 'ready',
  { main } = PROGRAM,
): Promise<ServerProcess> {
  const port = environment['PORT'] ?? String(await findFreePort());
  const child = spawn(process.execPath, [main], {
    env: {
      ...cleanEnvironment(),
      SIGN_UPS_PER_HOUR: '100000',
      // Funds of tests are booked by hand.
      BOOKING_FOUR_EYES: '10000000',
      // On another server's database people for trying it out are made only when asked for.
      DEMO: '1',
      ...environment,
      PORT: port,
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS_MAX);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  const until = async (what: 'ready' | 'live'): Promise<void> =>
    await waitUntilReady({ url: `${url}/health/${what}`, child, output: () => output });
  await until(health);
  return {
    url,
    pid: child.pid ?? -1,
    output: () => output,
    untilReady: () => until('ready'),
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async (signal = 'SIGTERM') => {
      // One that is stopped would never end.
      child.kill('SIGCONT');
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
  };
}

/** Does a verb of the operator's by the line into the program, without a process for it. */
export async function callRunning(dataDir: string, words: readonly string[]): Promise<void> {
  const printed: string[] = [];
  const answer = await callOperator({
    path: join(dataDir, OPERATOR_SOCKET),
    words,
    directory: dataDir,
    print: (line) => printed.push(line),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  const isDone = answer.kind === 'ended' && answer.code === 0;
  if (!isDone) throw new Error(`${words.join(' ')}: ${answer.kind}: ${printed.join('\n')}`);
}

/** Runs a verb of the operator's command; what it printed and its exit code. */
export async function runOperatorCommand(
  environment: ServerEnvironment,
  words: readonly string[],
  input = '',
): Promise<{ readonly output: string; readonly code: number }> {
  const run = promisify(execFile);
  try {
    const running = run(process.execPath, [PROGRAM.command, ...words], {
      env: { ...cleanEnvironment(), ...environment },
    });
    running.child.stdin?.end(input);
    const { stdout, stderr } = await running;
    return { output: stdout + stderr, code: 0 };
  } catch (cause) {
    const failure = cause as { stdout?: string; stderr?: string; code?: number };
    return {
      output: `${failure.stdout ?? ''}${failure.stderr ?? ''}`,
      code: failure.code ?? 1,
    };
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** The settings of the machine that runs the tests must not reach the server under test. */
function cleanEnvironment(): Record<string, string> {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    NODE_COMPILE_CACHE: COMPILED,
    ...(PATH === undefined ? {} : { PATH }),
    ...(HOME === undefined ? {} : { HOME }),
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
  };
}

async function waitUntilReady(server: {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
}): Promise<void> {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadlineMs) {
    if (server.child.exitCode !== null) {
      throw new Error(`the server ended with ${server.child.exitCode}:\n${server.output()}`);
    }
    if (await isReady(server.url)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  server.child.kill('SIGKILL');
  throw new Error(`the server was not ready in time:\n${server.output()}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}
