import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { FolderTaken, openFiles, SecretExposed } from './files.ts';

let root = '';
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'halyard-files-')), 'data');
});
afterEach(() => rm(join(root, '..'), { recursive: true }));

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

it('creates folders that only this user can enter', async () => {
  await openFiles(root);
  expect(await modeOf(root)).toBe(0o700);
  expect((await readdir(root)).toSorted()).toEqual(['documents', 'exports', 'outbox', 'secrets']);
  expect(await modeOf(join(root, 'secrets'))).toBe(0o700);
});

it('accepts an empty folder, a mounted disk, or its own earlier folder', async () => {
  await mkdir(root);
  for (const name of ['lost+found', '.gitkeep', 'database', 'postgres', 'postgres.lock-000001']) {
    await mkdir(join(root, name));
  }
  await openFiles(root);
  await writeFile(join(root, 'notes.txt'), '');
  await openFiles(root);
  expect(await modeOf(root)).toBe(0o700);
});

it('rejects a folder with foreign files, and does not change it', async () => {
  await mkdir(root, { mode: 0o755 });
  await writeFile(join(root, 'letter.txt'), '');
  await expect(openFiles(root)).rejects.toThrow(FolderTaken);
  await expect(openFiles(root)).rejects.toThrow('letter.txt');
  expect(await readdir(root)).toEqual(['letter.txt']);
  expect(await modeOf(root)).toBe(0o755);
});

it('creates a secret once and keeps it', async () => {
  const files = await openFiles(root);
  const secret = await files.secret('simulator-seed', 32);
  expect(secret.length).toBe(32);
  expect(await (await openFiles(root)).secret('simulator-seed', 32)).toEqual(secret);
  expect(await files.secret('other', 32)).not.toEqual(secret);
  expect(await modeOf(join(root, 'secrets', 'simulator-seed'))).toBe(0o600);
});

it('returns the same secret to concurrent callers', async () => {
  const files = await openFiles(root);
  const secrets = await Promise.all(Array.from({ length: 20 }, () => files.secret('seed', 16)));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(await readdir(join(root, 'secrets'))).toEqual(['seed']);
});

it('rejects a truncated secret', async () => {
  const files = await openFiles(root);
  await writeFile(join(root, 'secrets', 'seed'), 'short');
  await expect(files.secret('seed', 32)).rejects.toThrow('has 5 bytes instead of 32');
});

it.each(['../secret', 'A', '', 'a/b', '.x'])('rejects %j as the name of a secret', async (name) => {
  const files = await openFiles(root);
  await expect(files.secret(name, 16)).rejects.toThrow('Invalid secret name');
});

it('replaces a private file atomically and leaves no temporary file', async () => {
  const files = await openFiles(root);
  const path = files.path('first-run.json');
  await files.writePrivate(path, 'first');
  await files.writePrivate(path, 'second');
  expect(await readFile(path, 'utf8')).toBe('second');
  expect(await modeOf(path)).toBe(0o600);
  expect(await readdir(root)).toHaveLength(5);
});

it.each([['..'], ['../x'], ['a/../../x'], ['/etc/passwd'], ['a\0b']])(
  'rejects %j as a path out of DATA_DIR',
  async (segment) => {
    const files = await openFiles(root);
    expect(() => files.path(segment)).toThrow('outside DATA_DIR');
  },
);

it('resolves files below DATA_DIR, also with names that begin with dots', async () => {
  const files = await openFiles(root);
  expect(files.path('outbox', 'a.eml')).toBe(join(root, 'outbox', 'a.eml'));
  expect(files.path('..a')).toBe(join(root, '..a'));
});

it.skipIf(process.platform === 'win32')('refuses a secret that others may read', async () => {
  const files = await openFiles(root);
  await files.secret('credentials', 32);
  const path = files.path('secrets', 'credentials');
  for (const mode of [0o640, 0o604, 0o620]) {
    await chmod(path, mode);
    await expect(openFiles(root)).rejects.toThrow(SecretExposed);
    await expect(openFiles(root)).rejects.toThrow(`Run: chmod 600 ${path}`);
  }
  await chmod(path, 0o400);
  await openFiles(root);
});
