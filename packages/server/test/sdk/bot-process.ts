// A bot in a process of its own: one command a line goes in, one line of JSON comes out.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { PYTHON_ENVIRONMENT, ROOT } from './python.ts';

const ENDS_WITHIN_MS = 5_000;

export type Bot = {
  readonly name: string;
  /** Sends a command and gives the answer. */
  ask(command: object): Promise<unknown>;
  stop(): Promise<void>;
};

export type BotOptions = {
  /** Of the program below the root; its ending decides what runs it. */
  readonly path: string;
  readonly python: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
};

/** Starts it and waits for its first line. */
export async function startBot({ path, python, environment }: BotOptions): Promise<Bot> {
  const isPython = path.endsWith('.py');
  const command = isPython ? (python ?? 'python3') : process.execPath;
  const child = spawn(command, [join(ROOT, path)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...PYTHON_ENVIRONMENT, ...environment },
  });
  let complaints = '';
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done === true) throw new Error(`${path} ended: ${complaints}`);
    return JSON.parse(line.value) as unknown;
  };
  await read();
  return {
    name: path,
    ask: async (asked) => {
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      return await read();
    },
    stop: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
