// The two places of files keep one conformance test. FILES_S3_TEST_URL names a real store with the
// bucket halyard-test, whose key and secret are S3RVER.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3Server } from '@halyard/testkit';
import type { S3Server } from '@halyard/testkit';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileStore } from '#platform/file-store/file-store.ts';
import type { FileStore, S3Settings } from '#platform/file-store/file-store.ts';
import { openFiles } from '#platform/files/files.ts';

const S3 = { bucket: 'halyard-test', region: 'eu-central-1', keyId: 'S3RVER', secret: 'S3RVER' };
const LARGE_BYTES = 3 * 1024 * 1024;
const REAL_URL = process.env['FILES_S3_TEST_URL'];
const PLACES = ['a folder', 'a simulated store', ...(REAL_URL === undefined ? [] : ['a store'])];

let root = '';
let server: S3Server;
const open = async (s3?: Partial<S3Settings>, databaseId = 'one'): Promise<FileStore> => {
  const settings = s3 === undefined ? undefined : { endpoint: server.url, ...S3, ...s3 };
  return openFileStore(await openFiles(root), settings, () => Promise.resolve(databaseId));
};
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halyard-files-'));
  server = await startS3Server({ ...S3, pageLength: 3 });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

describe.each(PLACES)('files in %s', (place) => {
  const FOLDER = 'documents';
  let store: FileStore;
  beforeAll(async () => {
    if (place === 'a folder') store = await open();
    else store = await open(place === 'a store' ? { endpoint: REAL_URL ?? '' } : {});
  });
  const later = (): number => Date.now() + DAY_MS;

  it('are read as they were written, replaced and removed', async () => {
    const content = Buffer.from([0, 255, 13, 10, ...Buffer.from('ü')]);
    await store.write(FOLDER, 'a-1', content);
    expect(await store.read(FOLDER, 'a-1')).toEqual(content);
    expect(await store.has(FOLDER, 'a-1')).toBe(true);
    const large = Buffer.alloc(LARGE_BYTES, 'x');
    await store.write(FOLDER, 'a-1', large);
    expect((await store.read(FOLDER, 'a-1')).equals(large)).toBe(true);
    await store.write(FOLDER, 'empty', Buffer.alloc(0));
    expect(await store.read(FOLDER, 'empty')).toEqual(Buffer.alloc(0));
    for (const name of ['a-1', 'empty', 'never-written']) await store.remove(FOLDER, name);
    expect(await store.has(FOLDER, 'a-1')).toBe(false);
    await expect(store.read(FOLDER, 'a-1')).rejects.toThrow(/ENOENT|has no file/);
  });

  it('are listed by their age, over several pages and by folder', async () => {
    const names = ['n-1', 'n-2', 'n-3', 'n-4', 'n-5', 'n-6', 'n-7'];
    for (const name of names) await store.write(FOLDER, name, Buffer.from(name));
    await store.write('exports', 'other', Buffer.from('other'));
    expect((await store.listNamesBefore(FOLDER, later())).toSorted()).toEqual(names);
    expect(await store.listNamesBefore(FOLDER, Date.now() - DAY_MS)).toEqual([]);
    for (const name of names) await store.remove(FOLDER, name);
    await store.remove('exports', 'other');
    expect(await store.listNamesBefore(FOLDER, later())).toEqual([]);
  });

  it('are not listed before the time until which they are set aside, but can be read', async () => {
    await store.write(FOLDER, 's-1', Buffer.from('a'));
    await store.write(FOLDER, 's-2', Buffer.from('b'));
    await store.setAsideUntil(FOLDER, 's-1', Date.now() + 2 * DAY_MS);
    expect(await store.listNamesBefore(FOLDER, later())).toEqual(['s-2']);
    expect(await store.read(FOLDER, 's-1')).toEqual(Buffer.from('a'));
    const afterwards = await store.listNamesBefore(FOLDER, Date.now() + 3 * DAY_MS);
    expect(afterwards.toSorted()).toEqual(['s-1', 's-2']);
    for (const name of ['s-1', 's-2']) await store.remove(FOLDER, name);
    expect(await store.listNamesBefore(FOLDER, Date.now() + 3 * DAY_MS)).toEqual([]);
  });

  it('have names that can’t lead out of their folder', async () => {
    await expect(store.read(FOLDER, '../secrets/documents-1')).rejects.toThrow(
      'Not the name of a stored file',
    );
    await expect(store.write('..', 'x', Buffer.from('x'))).rejects.toThrow(
      'Not the name of a stored file',
    );
  });
});

describe('an S3-compatible store', () => {
  it('is changed only by programs on its database, until its mark is removed', async () => {
    const [one, copy] = [await open({}, 'one'), await open({}, 'a restored copy')];
    await one.write('documents', 'owned', Buffer.from('a'));
    const foreign = 'The bucket of the files belongs to another database';
    await expect(copy.write('documents', 'other', Buffer.from('b'))).rejects.toThrow(foreign);
    await expect(copy.listNamesBefore('documents', Date.now() + DAY_MS)).rejects.toThrow(foreign);
    await expect(copy.setAsideUntil('documents', 'owned', Date.now())).rejects.toThrow(foreign);
    await expect(copy.remove('documents', 'owned')).rejects.toThrow(foreign);
    expect(await copy.read('documents', 'owned')).toEqual(Buffer.from('a'));
    await one.remove('installation', 'database');
    await copy.remove('documents', 'owned');
    await expect((await open({}, 'one')).remove('documents', 'owned')).rejects.toThrow(foreign);
    await copy.remove('installation', 'database');
  });

  it('is asked again after a failure, at most three times', async () => {
    const store = await open({});
    server.failNext(2, 503);
    await store.write('documents', 'retried', Buffer.from('a'));
    expect(server.content('documents/retried')).toEqual(Buffer.from('a'));
    const before = server.requestCount();
    server.failNext(9, 500);
    await expect(store.read('documents', 'retried')).rejects.toMatchObject({ reason: 'files' });
    expect(server.requestCount()).toBe(before + 3);
    server.failNext(0, 500);
  });

  it.each([
    ['secret', { secret: 'another' }],
    ['key', { keyId: 'another' }],
    ['region', { region: 'us-east-2' }],
  ])('rejects another %s, which no error names', async (_, wrong) => {
    const store = await open(wrong);
    const failure: unknown = await store
      .write('documents', 'forged', Buffer.from('a'))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'files' });
    expect(String(failure)).toContain('403');
    expect(String(failure)).not.toContain('another');
    expect(server.content('documents/forged')).toBeUndefined();
  });
});
