import { afterEach, beforeEach, expect, it } from 'vitest';
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

let pool: WorkerPool;
beforeEach(() => {
  pool = createWorkerPool({ threadsMax: 1 });
});
afterEach(() => pool.close());

it('answers a query that a thread once had no time for', async () => {
  const model = Model.parse({ name: 'settings', fields: [{ name: 'title' }] });
  const data = { _id: '1', title: 'Settings' };
  const content = toContentBytes({
    collections: new Map(),
    singletons: new Map([['settings', { model, data }]]),
    forms: new Map(),
  });
  let isBusy = true;
  const answer = createAnswerContent({
    ...pool,
    // A new thread loads its module for longer than this.
    run: async (task, input) => await pool.run({ ...task, ...(isBusy && { timeoutMs: 1 }) }, input),
  });
  await expect(answer(content, QUESTION)).rejects.toMatchObject({ name: 'Outage', reason: 'busy' });
  isBusy = false;
  expect(await answer(content, QUESTION)).toMatchObject({ kind: 'json' });
});
