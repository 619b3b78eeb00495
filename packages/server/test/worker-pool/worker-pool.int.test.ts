import { afterEach, beforeEach, expect, it } from 'vitest';
import { Outage } from '#platform/outage/outage.ts';
import { createWorkerPool, TaskStopped } from '#platform/worker-pool/worker-pool.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';

const LONG_MS = 60_000;
const SHORT_MS = 50;

type Echoed = { readonly input: unknown; readonly isMainThread: boolean };
const ECHO: Task<unknown, Echoed> = {
  module: new URL('./echo-task.ts', import.meta.url),
  timeoutMs: LONG_MS,
};
const ENDLESS: Task<unknown, never> = {
  module: new URL('./endless-task.ts', import.meta.url),
  timeoutMs: LONG_MS,
};
const HUNGRY: Task<unknown, number> = {
  module: new URL('./hungry-task.ts', import.meta.url),
  timeoutMs: LONG_MS,
};
const FAILING: Task<unknown, never> = {
  module: new URL('./failing-task.ts', import.meta.url),
  timeoutMs: LONG_MS,
};

let pool: WorkerPool;
beforeEach(() => {
  pool = createWorkerPool({ threadsMax: 1, waitingMax: 2, heapMaxMb: 64 });
});
afterEach(() => pool.close());

it('runs a task in another thread and returns its output', async () => {
  const content = Buffer.from('abc');
  const { input, isMainThread } = await pool.run(ECHO, { content });
  expect(isMainThread).toBe(false);
  expect(input).toEqual({ content: new Uint8Array(content) });
});

it('throws the error of a task and runs the next', async () => {
  await expect(pool.run(FAILING, 'x')).rejects.toThrow(new RangeError('cannot use x'));
  expect((await pool.run(ECHO, 1)).input).toBe(1);
});

it('stops a task that exceeds its time and runs the next', async () => {
  const stopped = pool.run({ ...ENDLESS, timeoutMs: SHORT_MS }, 0);
  await expect(stopped).rejects.toMatchObject({ name: 'TaskStopped', reason: 'time' });
  expect((await pool.run(ECHO, 2)).input).toBe(2);
});

it('stops a task that exceeds its memory and runs the next', async () => {
  await expect(pool.run(HUNGRY, 0)).rejects.toBeInstanceOf(TaskStopped);
  expect((await pool.run(ECHO, 3)).input).toBe(3);
});

it('refuses a task when too many wait', async () => {
  const running = pool.run({ ...ENDLESS, timeoutMs: SHORT_MS }, 0);
  const waiting = [pool.run(ECHO, 1), pool.run(ECHO, 2)];
  await expect(pool.run(ECHO, 3)).rejects.toMatchObject({ name: 'Outage', reason: 'busy' });
  await expect(running).rejects.toBeInstanceOf(TaskStopped);
  expect((await Promise.all(waiting)).map(({ input }) => input)).toEqual([1, 2]);
});

it('ends running tasks when it closes, and rejects waiting and new ones', async () => {
  const started = [pool.run(ENDLESS, 0), pool.run(ECHO, 1)].map((one) =>
    one.catch((error: unknown) => error),
  );
  await pool.close();
  for (const error of await Promise.all(started)) expect(error).toBeInstanceOf(Outage);
  await expect(pool.run(ECHO, 2)).rejects.toBeInstanceOf(Outage);
});
