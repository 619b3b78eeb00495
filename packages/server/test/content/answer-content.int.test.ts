import { afterEach, expect, it } from 'vitest';
import { createAnswerContent } from '#features/content/cms/answer-content.ts';
import { toContentBytes } from '#features/content/cms/content-bytes.ts';
import { Model } from '#features/content/cms/model.ts';
import { createWorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { WorkerPool } from '#platform/worker-pool/worker-pool.ts';

const QUESTION = {
  kind: 'singleton',
  name: 'settings',
  field: undefined,
  query: {},
  seesDrafts: false,
} as const;

const MODEL = Model.parse({ name: 'settings', fields: [{ name: 'title' }] });

let pools: WorkerPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function openPool(heapMaxMb: number): WorkerPool {
  const pool = createWorkerPool({ threadsMax: 1, heapMaxMb });
  pools = [...pools, pool];
  return pool;
}

it('answers a question again that a thread once had no memory for', async () => {
  const settings = { _id: '1', title: 'Settings' };
  const pictures = { _id: '2', list: Array.from({ length: 1_500_000 }, (_, at) => ({ at })) };
  const content = toContentBytes({
    collections: new Map(),
    singletons: new Map([
      ['settings', { model: MODEL, data: settings }],
      ['pictures', { model: MODEL, data: pictures }],
    ]),
    forms: new Map(),
  });
  const [small, large] = [openPool(16), openPool(512)];
  let pool = small;
  const answer = createAnswerContent({
    run: async (task, input) => await pool.run(task, input),
    close: async () => undefined,
  });
  await expect(answer(content, QUESTION)).rejects.toMatchObject({ name: 'Outage', reason: 'busy' });
  pool = large;
  expect(await answer(content, QUESTION)).toMatchObject({ kind: 'json' });
});
