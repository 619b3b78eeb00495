import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callOperator, listenForOperator } from './operator.ts';
import type { OperatorCall, OperatorSocket } from './operator.ts';

const { uid: OWN_UID, username: OWN_NAME } = userInfo();
/** A user id that no system assigns. */
const STRANGER_UID = 4_000_123;
const EMPTY_LOG = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };

type Challenge = { readonly path: string; readonly nonce: string };

let folder: string;
let path: string;
let server: OperatorSocket | undefined;
let users: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-identity-'));
  path = join(folder, 'operator.sock');
  users = [];
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function listen(): Promise<void> {
  const run = async ({ user }: OperatorCall): Promise<number> => {
    users.push(user);
    return 0;
  };
  server = await listenForOperator({ path, run, log: EMPTY_LOG });
}

/** Answers the server as `identify` does, and returns everything that the server prints. */
async function ask(
  identify: (challenge: Challenge) => Promise<unknown>,
  request: object = { words: ['x'], directory: '/' },
): Promise<string> {
  const socket = connect(path);
  let printed = '';
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as Record<string, string>;
    if (message['kind'] === 'identify') {
      const { file = '', nonce = '' } = message;
      await identify({ path: join(folder, 'operator', file), nonce });
      socket.write(`${JSON.stringify(request)}\n`);
    } else {
      printed += message['text'] ?? '';
    }
  }
  return printed;
}

const write = async (file: Challenge): Promise<void> => await writeFile(file.path, file.nonce);

it('ignores the name that a client sends', async () => {
  await listen();
  expect(await ask(write, { words: ['x'], directory: '/', user: 'somebody-else' })).toBe('');
  expect(users).toEqual([OWN_NAME]);
});

it.runIf(OWN_UID === 0)('returns the owner of the file', async () => {
  await listen();
  await ask(async (file) => {
    await write(file);
    await chown(file.path, STRANGER_UID, 0);
  });
  expect(users).toEqual([`uid-${STRANGER_UID}`]);
});

it.each<[string, (file: Challenge) => Promise<unknown>]>([
  ['no file', async () => undefined],
  ['another content', async (file) => await writeFile(file.path, 'x'.repeat(file.nonce.length))],
  ['more than the nonce', async (file) => await writeFile(file.path, `${file.nonce}\n`)],
  [
    'a symbolic link',
    async (file) => {
      await writeFile(join(folder, 'elsewhere'), file.nonce);
      await symlink(join(folder, 'elsewhere'), file.path);
    },
  ],
  [
    'a second link to a file',
    async (file) => {
      await writeFile(join(folder, 'elsewhere'), file.nonce);
      await link(join(folder, 'elsewhere'), file.path);
    },
  ],
  ['a folder', async (file) => await mkdir(file.path)],
  ['a pipe', async (file) => execFileSync('mkfifo', [file.path])],
])('runs nothing for %s, and leaves nothing behind', async (_, identify) => {
  await listen();
  expect(await ask(identify)).toContain('could not identify the caller');
  expect(users).toEqual([]);
  await expect.poll(() => readdir(join(folder, 'operator'))).toEqual([]);
});

it('requires another file for each connection', async () => {
  await listen();
  const asked: string[] = [];
  const remember = async (file: Challenge): Promise<void> => {
    asked.push(file.path, file.nonce);
    await write(file);
  };
  await ask(remember);
  await ask(remember);
  expect(new Set(asked).size).toBe(4);
});

it('restricts the folder to its owner, and removes leftover files', async () => {
  const inside = join(folder, 'operator');
  await mkdir(inside);
  await chmod(inside, 0o777);
  await writeFile(join(inside, 'left-over'), '');
  await listen();
  expect((await stat(inside)).mode & 0o777).toBe(0o700);
  expect(await readdir(inside)).toEqual([]);
  const socket = connect(path);
  const [line] = (await once(createInterface({ input: socket }), 'line')) as [string];
  const { file } = JSON.parse(line) as { file: string };
  await writeFile(join(inside, file), '');
  socket.destroy();
  await expect.poll(() => readdir(inside)).toEqual([]);
});

it('rejects a folder that is a symbolic link', async () => {
  await mkdir(join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), join(folder, 'operator'));
  await expect(listen()).rejects.toThrow('EEXIST');
});

/** A program that runs as a user without a name: `uid` is not root's. */
const LISTENER = `
  import { listenForOperator } from ${JSON.stringify(fileURLToPath(new URL('operator.ts', import.meta.url)))};
  process.setuid(${STRANGER_UID});
  const log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
  await listenForOperator({ path: process.argv[1], log, run: async ({ user, print }) => (print(user), 0) });
  console.log('listening');
`;

it.runIf(OWN_UID === 0)('identifies root if the server runs as another user', async () => {
  await chown(folder, STRANGER_UID, STRANGER_UID);
  const inFolder = dirname(fileURLToPath(import.meta.url));
  const child = spawn(process.execPath, ['--input-type=module', '-e', LISTENER, path], {
    cwd: inFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    const printed: string[] = [];
    const before = process.umask(0o077);
    const answer = await callOperator({
      path,
      words: ['x'],
      directory: folder,
      print: (line) => printed.push(line),
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    process.umask(before);
    expect({ answer, printed }).toEqual({ answer: { kind: 'ended', code: 0 }, printed: ['root'] });
  } finally {
    child.kill();
  }
});
