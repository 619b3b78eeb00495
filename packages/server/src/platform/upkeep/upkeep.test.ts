import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Outage } from '#platform/outage/outage.ts';
import { Upkeep } from './upkeep.ts';

const INTERVAL_MS = 20;

function watch(run: (signal: AbortSignal) => Promise<void>) {
  const told: string[] = [];
  const log = {
    warn: (_: object | string, text?: string) => void told.push(`warn: ${text}`),
    error: (_: object | string, text?: string) => void told.push(`error: ${text}`),
  };
  return { told, upkeep: new Upkeep({ name: 'the work', intervalMs: INTERVAL_MS, run, log }) };
}

it('does a round at the start, at each interval, and after a wake-up', async () => {
  let rounds = 0;
  const { upkeep } = watch(async () => {
    rounds += 1;
  });
  upkeep.wake();
  expect(rounds).toBe(0);
  await upkeep.start();
  expect(rounds).toBe(1);
  upkeep.wake();
  expect(rounds).toBe(2);
  await expect.poll(() => rounds, { interval: 5 }).toBeGreaterThan(3);
  await upkeep.close();
  const atEnd = rounds;
  await sleep(3 * INTERVAL_MS);
  upkeep.wake();
  expect(rounds).toBe(atEnd);
});

it('does one more round when it is woken during one, and never two at a time', async () => {
  let rounds = 0;
  let running = 0;
  const { upkeep } = watch(async () => {
    running += 1;
    expect(running).toBe(1);
    rounds += 1;
    if (rounds === 1) for (let times = 0; times < 3; times += 1) upkeep.wake();
    await sleep(1);
    running -= 1;
  });
  await upkeep.start();
  upkeep.wake();
  await upkeep.close();
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
  const { upkeep, told } = watch(async () => {
    const fault = faults[rounds];
    rounds += 1;
    if (fault !== undefined) throw fault;
  });
  await expect(upkeep.start()).rejects.toThrow('away');
  await expect.poll(() => rounds, { interval: 5 }).toBeGreaterThan(faults.length);
  await upkeep.close();
  expect(told).toEqual([
    'warn: the work waits',
    'error: the work failed',
    'error: the work failed',
    'warn: the work waits',
  ]);
});

it('lets a round see that it shall end', async () => {
  const { upkeep } = watch(async (signal) => {
    while (!signal.aborted) await sleep(1);
  });
  const started = upkeep.start();
  await upkeep.close();
  await expect(started).resolves.toBeUndefined();
});
