import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callOperator, listenForOperator } from './operator.ts';
import type { OperatorCall, OperatorSocket } from './operator.ts';

const failures: unknown[] = [];
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (entry: unknown) => failures.push(entry),
  fatal: () => undefined,
};
let folder: string;
let path: string;
let server: OperatorSocket | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-operator-'));
  path = join(folder, 'operator.sock');
  failures.length = 0;
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function listen(run: (call: OperatorCall) => Promise<number>): Promise<void> {
  server = await listenForOperator({ path, run, log });
}

async function call(words: readonly string[], signal = new AbortController().signal) {
  const printed: string[] = [];
  const progress: string[] = [];
  const answer = await callOperator({
    path,
    words,
    directory: folder,
    print: (line) => printed.push(line),
    progress: (text) => progress.push(text),
    signal,
  });
  return { answer, printed, progress };
}

it('passes arguments in, and lines, progress and the exit code out', async () => {
  await listen(async ({ words, directory, user, print, progress }) => {
    progress('half');
    print(`${user} in ${directory} says ${words.join(' ')}\nin two lines`);
    return 7;
  });
  expect(await call(['hello', 'wörld'])).toEqual({
    answer: { kind: 'ended', code: 7 },
    printed: [`${userInfo().username} in ${folder} says hello wörld\nin two lines`],
    progress: ['half'],
  });
});

it('accepts only its own user', async () => {
  await listen(async () => 0);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('reports that no server listens, also if a killed server left its socket', async () => {
  expect((await call(['x'])).answer).toEqual({ kind: 'no-server' });
  await writeFile(path, '');
  expect((await call(['x'])).answer).toEqual({ kind: 'no-server' });
  await listen(async () => 0);
  expect((await call(['x'])).answer).toEqual({ kind: 'ended', code: 0 });
});

it('does not remove the socket of a running server', async () => {
  await listen(async () => 3);
  await expect(listenForOperator({ path, run: async () => 4, log })).rejects.toThrow(
    'another server is running',
  );
  expect((await call(['x'])).answer).toEqual({ kind: 'ended', code: 3 });
});

it('works in a folder whose path is too long for a socket address', async () => {
  const deep = join(folder, 'd'.repeat(120));
  await mkdir(deep);
  path = join(deep, 'operator.sock');
  await listen(async () => 5);
  expect((await call(['x'])).answer).toEqual({ kind: 'ended', code: 5 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('aborts the command when the client disconnects', async () => {
  const aborted = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  await listen(async ({ signal }) => {
    started.resolve();
    signal.addEventListener('abort', () => aborted.resolve());
    await aborted.promise;
    return 0;
  });
  const interrupt = new AbortController();
  const asked = call(['long'], interrupt.signal);
  await started.promise;
  interrupt.abort();
  expect((await asked).answer).toEqual({ kind: 'broken' });
  await aborted.promise;
});

it('reports a failed command to the client, logs it and continues', async () => {
  await listen(async ({ words }) => {
    if (words[0] === 'bad') throw new Error('no luck');
    return 0;
  });
  expect(await call(['bad'])).toMatchObject({
    answer: { kind: 'ended', code: 1 },
    printed: ['The command failed: no luck'],
  });
  expect(failures).toHaveLength(1);
  expect((await call(['good'])).answer).toEqual({ kind: 'ended', code: 0 });
});

it.each([
  ['not json'],
  ['{"words":"x","directory":"/"}'],
  ['{"words":["x"],"directory":"here"}'],
  ['{"words":["x"]}'],
])('refuses %s and runs nothing', async (line) => {
  let runs = 0;
  await listen(async () => {
    runs += 1;
    return 0;
  });
  const socket = connect(path);
  socket.setEncoding('utf8');
  let answer = '';
  socket.on('data', (chunk: string) => (answer += chunk));
  socket.write(`${line}\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  expect(answer).toContain('cannot be read');
  expect(answer).toContain('"code":1');
  expect(runs).toBe(0);
});

it('disconnects on a line without end', async () => {
  await listen(async () => 0);
  const socket = connect(path);
  socket.on('error', () => undefined);
  socket.write('x'.repeat(300_000));
  await new Promise((resolve) => socket.once('close', resolve));
  expect((await call(['x'])).answer).toEqual({ kind: 'ended', code: 0 });
});
