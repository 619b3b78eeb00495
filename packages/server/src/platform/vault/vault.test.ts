import { randomBytes, randomUUID } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalStore } from '#platform/file-store/file-store.ts';
import { openFiles } from '#platform/files/files.ts';
import { createVault, type Vault } from './vault.ts';

const CONTENT = Buffer.from('what nobody else may read, '.repeat(40));
const context = 'customer:7:passport';
const keyName = 'documents-1';
const NO_KEY = Buffer.alloc(0);
const DAMAGED = /damaged|authenticate/;
let root = '';
let vault: Vault;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halyard-vault-'));
  const files = await openFiles(root);
  const keys = new Map(['documents-1', 'documents-2'].map((name) => [name, randomBytes(32)]));
  const keyring = { currentName: () => keyName, key: (name: string) => keys.get(name) ?? NO_KEY };
  vault = createVault({
    fileStore: createLocalStore(files),
    keyring,
    folder: 'documents',
    firstKey: keyName,
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const pathOf = (id: string): string => join(root, 'documents', id);
const read = async (id: string, of = context): Promise<Buffer> =>
  await vault.read({ id, context: of, keyName });

it('restores what was written, and stores only ciphertext', async () => {
  const id = randomUUID();
  await vault.write({ id, context, keyName }, CONTENT);
  expect(await read(id)).toEqual(CONTENT);
  const stored = readFileSync(pathOf(id));
  expect(stored.includes(CONTENT.subarray(0, 8))).toBe(false);
  expect(statSync(pathOf(id)).mode & 0o777).toBe(0o600);
  const again = randomUUID();
  await vault.write({ id: again, context, keyName }, CONTENT);
  expect(readFileSync(pathOf(again)).subarray(8)).not.toEqual(stored.subarray(8));
});

it('detects every changed bit and every missing byte', async () => {
  const id = randomUUID();
  await vault.write({ id, context, keyName }, CONTENT);
  const stored = readFileSync(pathOf(id));
  for (let at = 0; at < stored.length; at += 7) {
    const changed = Buffer.from(stored);
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(pathOf(id), changed);
    await expect(read(id)).rejects.toThrow(DAMAGED);
  }
  for (const length of [0, 8, 20, stored.length - 1]) {
    writeFileSync(pathOf(id), stored.subarray(0, length));
    await expect(read(id)).rejects.toThrow(DAMAGED);
  }
});

it('rejects a swapped file and a wrong key', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await vault.write({ id: one, context, keyName }, CONTENT);
  await expect(read(one, 'customer:8:passport')).rejects.toThrow(DAMAGED);
  await expect(vault.read({ id: one, context, keyName: 'documents-2' })).rejects.toThrow(DAMAGED);
  renameSync(pathOf(one), pathOf(other));
  await expect(read(other)).rejects.toThrow(DAMAGED);
});

it('writes and removes nothing outside its folder', async () => {
  for (const id of ['../secrets/documents-1', 'x', '', '..']) {
    await expect(vault.write({ id, context, keyName }, CONTENT)).rejects.toThrow('Not the id');
    await expect(vault.remove(id)).rejects.toThrow('Not the id');
  }
  expect(readdirSync(join(root, 'secrets'))).toEqual([]);
});

it('does not treat an inaccessible file as missing', async () => {
  const id = randomUUID();
  expect(await vault.has(id)).toBe(false);
  await vault.write({ id, context, keyName }, CONTENT);
  expect(await vault.has(id)).toBe(true);
  await vault.remove(id);
  symlinkSync(id, pathOf(id));
  await expect(vault.has(id)).rejects.toThrow('ELOOP');
  rmSync(pathOf(id));
});

it('lists old files, and removes them once', async () => {
  const id = randomUUID();
  await vault.write({ id, context, keyName }, CONTENT);
  expect(await vault.listNamesBefore(statSync(pathOf(id)).mtimeMs)).not.toContain(id);
  expect(await vault.listNamesBefore(statSync(pathOf(id)).mtimeMs + 1)).toContain(id);
  await vault.remove(id);
  await vault.remove(id);
  expect(readdirSync(join(root, 'documents'))).not.toContain(id);
});
