import { expect, it } from 'vitest';
import type { KeyOfCustomer } from './api-key-store.ts';
import { KeyReader } from './key-reader.ts';

type Found = ReadonlyMap<string, KeyOfCustomer>;
const NONE: Found = new Map();

function open() {
  const queries: { readonly hashes: readonly string[]; end: PromiseWithResolvers<Found> }[] = [];
  const reader = new KeyReader(async (hashes) => {
    const end = Promise.withResolvers<Found>();
    queries.push({ hashes, end });
    return await end.promise;
  });
  return { reader, queries };
}

it('reads keys that are requested at the same time with one query', async () => {
  const { reader, queries } = open();
  const reads = ['a', 'b', 'a'].map(async (hash) => await reader.read(hash));
  await expect.poll(() => queries).toHaveLength(1);
  expect(queries[0]?.hashes).toEqual(['a', 'b']);
  queries[0]?.end.resolve(NONE);
  expect(await Promise.all(reads)).toEqual([undefined, undefined, undefined]);
});

it('joins no running query, because it may miss a later revocation', async () => {
  const { reader, queries } = open();
  const first = reader.read('a');
  await expect.poll(() => queries).toHaveLength(1);
  const second = reader.read('a');
  queries[0]?.end.resolve(NONE);
  await first;
  await expect.poll(() => queries).toHaveLength(2);
  queries[1]?.end.resolve(NONE);
  expect(await second).toBeUndefined();
});

it('passes a failure only to the callers of its query', async () => {
  const { reader, queries } = open();
  const failed = reader.read('a').catch((error: unknown) => String(error));
  await expect.poll(() => queries).toHaveLength(1);
  const next = reader.read('b');
  queries[0]?.end.reject(new Error('no database'));
  expect(await failed).toBe('Error: no database');
  await expect.poll(() => queries).toHaveLength(2);
  queries[1]?.end.resolve(NONE);
  expect(await next).toBeUndefined();
});
