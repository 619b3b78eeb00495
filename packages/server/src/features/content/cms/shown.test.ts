import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createWorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { SEED } from './seed/seed.ts';
import { toContentBytes } from './content-bytes.ts';
import type { ContentBytes } from './content-bytes.ts';
import type { Document } from './model.ts';
import { createShown } from './shown.ts';

const texts = { en: 'Risk.', de: 'Risk.', it: 'Risk.', es: 'Risk.' };
const facts = { operatorName: 'House', operatorAddress: '', riskWarnings: texts };
const workers = createWorkerPool();
const lines: string[] = [];
const log = createLog('info', { write: (line) => lines.push(line) });
afterAll(() => workers.close());

function sourceOf(...entries: readonly Document[]): ContentBytes {
  const model = { name: 'pages', sortable: false, fields: SEED.collections['pages']?.fields ?? [] };
  return toContentBytes({
    collections: new Map([['pages', { model, entries }]]),
    singletons: new Map(),
    forms: new Map(),
  });
}

const COMMON = { facts, workers, log, hidesPages: false };

it('is computed once for concurrent requests, and again only for changed content', async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  let reads = 0;
  let source = sourceOf({ title: 'Old {{year}}' });
  const read = (): Promise<ContentBytes> => {
    reads += 1;
    return Promise.resolve(source);
  };
  const shown = createShown({ ...COMMON, clock: { nowMs: () => nowMs }, read });
  const titleNow = async (): Promise<unknown> => (await shown.read()).pages[0]?.['title'];
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => shown.read()));
  for (const other of others) expect(other).toBe(first);
  expect(reads).toBe(1);
  nowMs += 5_000;
  expect(await shown.read()).toBe(first);
  expect(reads).toBe(2);
  source = sourceOf({ title: 'New' });
  expect(await titleNow()).toBe('Old 2026');
  shown.forget();
  expect(await titleNow()).toBe('New');
});

it('is read again after an outage of its source', async () => {
  const answers = [Promise.reject(new Error('out')), Promise.resolve(sourceOf({ title: 'Back' }))];
  const read = (): Promise<ContentBytes> => answers.shift() ?? expect.fail('asked too often');
  const shown = createShown({ ...COMMON, hidesPages: true, clock: { nowMs: () => 0 }, read });
  await expect(shown.read()).rejects.toThrow('out');
  expect((await shown.read()).pages).toEqual([]);
});

const DEEP = '<b>'.repeat(70_000);

it.each([
  ['HTML nested 70,000 deep', { components: [{ component: 'text', settings: { text: DEEP } }] }],
  ['7 MB of HTML', { components: [{ component: 'html', settings: { html: '<p>x'.repeat(2e6) } }] }],
  ['a layout without end', { components: JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) }],
  ['a million values', { components: [{ settings: { list: Array(1_000_000).fill(1) } }] }],
])('shows a message for a page with %s, and the others as they are', async (_what, layout) => {
  lines.length = 0;
  let nowMs = 0;
  const bad = {
    _id: createHash('md5').update(_what).digest('hex'),
    title: 'Bad',
    title_slug: 'bad',
  };
  const source = sourceOf({ ...bad, ...layout }, { title: 'Good', title_slug: 'good' });
  const read = (): Promise<ContentBytes> => Promise.resolve(source);
  const shown = createShown({ ...COMMON, clock: { nowMs: () => nowMs }, read });
  const { pages, content } = await shown.read();
  expect(pages).toMatchObject([
    { title: 'Bad', title_slug: 'bad', _isBroken: true },
    { title: 'Good', title_slug: 'good' },
  ]);
  const json = Buffer.from(content.bytes).toString('utf8');
  expect(json).toContain('This page can’t be shown at the moment.');
  expect(json.length).toBeLessThan(20_000);
  nowMs += 10_000;
  await shown.read();
  expect(lines.filter((line) => line.includes('too large to be shown'))).toHaveLength(1);
  expect(lines.join('\n')).toContain('pages bad');
});
