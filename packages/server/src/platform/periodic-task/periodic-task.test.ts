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

it('does a round at the start, at each interval, and after a wake-up', async () => {
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

it('does one more round when it is woken during one, and never two at a time', async () => {
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

it('tells of an outage once and of a bug each time, and goes on', async () => {
  const faults: (Error | undefined)[] = [
    new Outage('database', 'away'),
    new Outage('database', 'away'),
    new TypeError('bug'),
    new TypeError('bug'),
    undefined,
    new Outage('database', 'away'),
  ];
  let rounds = 0;
  const { task, notified } = watch(async () => {
    const fault = faults[rounds];
    rounds += 1;
    if (fault !== undefined) throw fault;
  });
  await expect(task.start()).rejects.toThrow('away');
  await expect.poll(() => rounds, { interval: 5 }).toBeGreaterThan(faults.length);
  await task.close();
  expect(notified).toEqual([
    'warn: the work waits',
    'error: the work failed',
    'error: the work failed',
    'warn: the work waits',
  ]);
});

it('lets a round see that it shall end', async () => {
  const { task } = watch(async (signal) => {
    while (!signal.aborted) await sleep(1);
  });
  const started = task.start();
  await task.close();
  await expect(started).resolves.toBeUndefined();
});
