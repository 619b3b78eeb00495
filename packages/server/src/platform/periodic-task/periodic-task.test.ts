import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Outage } from '#platform/outage/outage.ts';
import { PeriodicTask } from './periodic-task.ts';

const INTERVAL_MS = 20;

function watch(run: (signal: AbortSignal) => Promise<void>) {
  const notified: string[] = [];
  const log = {
    warn: (_: object | string, text?: string) => void notified.push(`warn: ${text}`),
    error: (_: object | string, text?: string) => void notified.push(`error: ${text}`),
  };
  return {
    notified,
    task: new PeriodicTask({ name: 'the work', intervalMs: INTERVAL_MS, run, log }),
  };
}

it('runs at the start, at each interval, and after a wake-up', async () => {
  let rounds = 0;
  const { task } = watch(async () => {
    rounds += 1;
  });
  task.wake();
  expect(rounds).toBe(0);
  await task.start();
  expect(rounds).toBe(1);
  task.wake();
  expect(rounds).toBe(2);
  await expect.poll(() => rounds, { interval: 5 }).toBeGreaterThan(3);
  await task.close();
  const atEnd = rounds;
  await sleep(3 * INTERVAL_MS);
  task.wake();
  expect(rounds).toBe(atEnd);
});

it('runs once more if woken during a run, and never twice at a time', async () => {
  let rounds = 0;
  let running = 0;
  const { task } = watch(async () => {
    running += 1;
    expect(running).toBe(1);
    rounds += 1;
    if (rounds === 1) for (let times = 0; times < 3; times += 1) task.wake();
    await sleep(1);
    running -= 1;
  });
  await task.start();
  task.wake();
  await task.close();
  expect(rounds).toBeGreaterThanOrEqual(2);
});

it('logs an outage once and a bug each time, and continues', async () => {
  const problems: (Error | undefined)[] = [
    new Outage('database', 'away'),
    new Outage('database', 'away'),
    new TypeError('bug'),
    new TypeError('bug'),
    undefined,
    new Outage('database', 'away'),
  ];
  let rounds = 0;
  const { task, notified } = watch(async () => {
    const problem = problems[rounds];
    rounds += 1;
    if (problem !== undefined) throw problem;
  });
  await expect(task.start()).rejects.toThrow('away');
  await expect.poll(() => rounds, { interval: 5 }).toBeGreaterThan(problems.length);
  await task.close();
  expect(notified).toEqual([
    'warn: the work waits',
    'error: the work failed',
    'error: the work failed',
    'warn: the work waits',
  ]);
});

it('passes an abort signal to a run', async () => {
  const { task } = watch(async (signal) => {
    while (!signal.aborted) await sleep(1);
  });
  const started = task.start();
  await task.close();
  await expect(started).resolves.toBeUndefined();
});
