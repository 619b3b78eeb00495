import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { readPassphrase } from './read-passphrase.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-passphrase-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.skipIf(process.platform === 'win32')('refuses a file that others may read', async () => {
  const file = join(folder, 'passphrase');
  await writeFile(file, 'the sea is calm tonight\n', { mode: 0o600 });
  const source = {
    environment: {},
    file,
    purpose: 'seal',
    signal: new AbortController().signal,
  } as const;
  expect(await readPassphrase(source)).toEqual({
    kind: 'read',
    passphrase: 'the sea is calm tonight',
  });
  await chmod(file, 0o644);
  expect(await readPassphrase(source)).toEqual({
    kind: 'unfit',
    problem: `Other users of this machine can read the passphrase. Run: chmod 600 ${file}`,
  });
});
