import { expect, it } from 'vitest';
import { SEED } from './seed/seed.ts';
import { createShown } from './shown.ts';
import type { Snapshot } from './model.ts';

const facts = { operatorName: 'House', operatorAddress: '', riskWarning: () => 'Risk.' };

function sourceOf(title: string): Snapshot {
  const model = { name: 'pages', sortable: false, fields: SEED.collections['pages']?.fields ?? [] };
  return {
    collections: new Map([['pages', { model, entries: [{ title }] }]]),
    singletons: new Map(),
    forms: new Map(),
  };
}

it('is made once for all who ask at once, and again only of other content', async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  let reads = 0;
  let source = sourceOf('Old {{year}}');
  const read = (): Promise<Snapshot> => {
    reads += 1;
    return Promise.resolve(source);
  };
  const shown = createShown({ clock: { nowMs: () => nowMs }, facts, hidesPages: false, read });
  const titleNow = async (): Promise<unknown> =>
    (await shown.read()).collections.get('pages')?.entries[0]?.['title'];
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => shown.read()));
  for (const other of others) expect(other).toBe(first);
  expect(reads).toBe(1);
  nowMs += 5_000;
  expect(await shown.read()).toBe(first);
  expect(reads).toBe(2);
  source = sourceOf('New');
  expect(await titleNow()).toBe('Old 2026');
  shown.forget();
  expect(await titleNow()).toBe('New');
});

it('is asked for again after what it is read from was out', async () => {
  const answers = [Promise.reject(new Error('out')), Promise.resolve(sourceOf('Back'))];
  const read = (): Promise<Snapshot> => answers.shift() ?? expect.fail('asked too often');
  const shown = createShown({ clock: { nowMs: () => 0 }, facts, hidesPages: true, read });
  await expect(shown.read()).rejects.toThrow('out');
  expect((await shown.read()).collections.get('pages')?.entries).toEqual([]);
});
