import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Outage } from '#platform/outage/outage.ts';
import { LossWatch } from './loss-watch.ts';

const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };

it('checks exactly the customers with a loss limit', async () => {
  const settled: number[] = [];
  const losses = new LossWatch({
    settle: (customerId) => {
      settled.push(customerId);
      return Promise.resolve();
    },
    log,
  });
  losses.settle(1);
  losses.watch(2);
  losses.watch(3);
  losses.settleAll();
  await expect.poll(() => settled).toEqual([2, 3]);
  losses.close();
});

it('checks few customers at a time, and all of them in the end', async () => {
  const settled: number[] = [];
  let running = 0;
  let most = 0;
  const losses = new LossWatch({
    settle: async (customerId) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      settled.push(customerId);
    },
    log,
  });
  const everybody = Array.from({ length: 50 }, (_, at) => at + 1);
  for (const customerId of everybody) losses.watch(customerId);
  losses.settleAll();
  await expect.poll(() => settled).toEqual(everybody);
  expect(most).toBe(4);
  losses.close();
});

it('checks a customer again if their money changed meanwhile, and never twice at once', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const losses = new LossWatch({
    settle: async () => {
      begun += 1;
      await gates[begun - 1]?.promise;
    },
    log,
  });
  losses.watch(1);
  for (let times = 0; times < 3; times += 1) losses.settle(1);
  await sleep(5);
  expect(begun).toBe(1);
  gates[0]?.resolve();
  await expect.poll(() => begun).toBe(2);
  gates[1]?.resolve();
  await sleep(5);
  expect(begun).toBe(2);
  losses.close();
});

it('tries again after an outage, also while others wait', async () => {
  const settled: number[] = [];
  let isAway = true;
  const losses = new LossWatch({
    settle: async (customerId) => {
      if (isAway) throw new Outage('database', 'away');
      settled.push(customerId);
    },
    log,
  });
  for (let customerId = 1; customerId <= 9; customerId += 1) losses.watch(customerId);
  losses.settleAll();
  await sleep(5);
  isAway = false;
  await expect
    .poll(() => settled.toSorted((one, other) => one - other), { timeout: 5000 })
    .toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  losses.close();
});

function ignore(): void {}
