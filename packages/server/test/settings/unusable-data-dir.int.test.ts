import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, expect, it } from 'vitest';

import { openFiles } from '#platform/files/files.ts';
import { COMPILED, PROGRAM } from '../support/server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'halyard-data-dir-'));
const mounts: string[] = [];
afterAll(() => {
  for (const path of mounts) execFileSync('umount', [path]);
  rmSync(root, { recursive: true });
});

/** A file system of 64 KiB; undefined where this user may mount none. */
function mount(name: string, options = ''): string | undefined {
  const path = join(root, name);
  mkdirSync(path);
  try {
    const words = ['-t', 'tmpfs', '-o', `size=64k${options}`, 'tmpfs', path];
    execFileSync('mount', words, { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  mounts.push(path);
  return path;
}

async function startOn(dataDir: string): Promise<unknown> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: COMPILED,
    DATA_DIR: dataDir,
    PORT: '0',
  };
  const run = promisify(execFile)(process.execPath, [PROGRAM.main], { env, cwd: root });
  return await run.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const file = join(root, 'file');
writeFileSync(file, '');
const readOnly = mount('read-only', ',ro');
const full = mount('full');
if (full !== undefined) {
  // What is left is less than a page, and more than a folder takes.
  writeFileSync(join(full, '.filler'), new Uint8Array(60_000));
}

const unusable: (readonly [string, string])[] = [
  ['is a file', file],
  ['is below a file', join(file, 'data')],
];
if (existsSync('/proc/self')) unusable.push(['can not be made', '/proc/halyard']);
if (readOnly !== undefined) unusable.push(['is read-only', join(readOnly, 'data')]);
if (full !== undefined) unusable.push(['is on a full disk', join(full, 'data')]);

it.each(unusable)('names a DATA_DIR that %s, and ends with exit code 1', async (_what, dataDir) => {
  expect(await startOn(dataDir)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^DATA_DIR ${dataDir} (can't be|is on a full disk)`)),
  });
});

it.skipIf(full === undefined)('leaves no test file on a full disk', async () => {
  const dataDir = join(full ?? '', 'data');
  await expect(openFiles(dataDir)).rejects.toThrow('ENOSPC');
  expect(execFileSync('find', [dataDir, '-type', 'f']).toString()).toBe('');
});
