import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Outage } from '#platform/outage/outage.ts';
import { AccountPushes } from './account-pushes.ts';

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};
const INTERVAL_MS = 40;

function watch(push: (accountId: number) => Promise<void>, isWatched = () => true) {
  return new AccountPushes({ intervalMs: INTERVAL_MS, isWatched, push, log: silent });
}

it('pushes at once, then the last state at most once an interval', async () => {
  let state = 0;
  const pushed: { state: number; at: number }[] = [];
  const pushes = watch(async () => {
    pushed.push({ state, at: performance.now() });
  });
  for (state = 1; state <= 10; state += 1) pushes.note([7]);
  expect(pushed.map((push) => push.state)).toEqual([1]);
  await sleep(3 * INTERVAL_MS);
  expect(pushed.map((push) => push.state)).toEqual([1, 11]);
  const [first, second] = pushed;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS - 2);
  pushes.note([7]);
  expect(pushed).toHaveLength(3);
  pushes.close();
});

it('pushes each account separately, and none that has no listener', async () => {
  const pushed: number[] = [];
  const pushes = new AccountPushes({
    intervalMs: INTERVAL_MS,
    isWatched: (accountId) => accountId !== 3,
    push: async (accountId) => {
      pushed.push(accountId);
    },
    log: silent,
  });
  pushes.note([1, 2, 3]);
  expect(pushed).toEqual([1, 2]);
  pushes.close();
});

it('tries again after an outage, but not after a bug', async () => {
  let attempts = 0;
  const afterOutage = watch(async () => {
    attempts += 1;
    if (attempts < 3) throw new Outage('database', 'gone');
  });
  afterOutage.note([1]);
  await sleep(4 * INTERVAL_MS);
  expect(attempts).toBe(3);
  afterOutage.close();

  let bugs = 0;
  const afterBug = watch(async () => {
    bugs += 1;
    throw new TypeError('bug');
  });
  afterBug.note([1]);
  await sleep(3 * INTERVAL_MS);
  expect(bugs).toBe(1);
  afterBug.close();
});

it('stops when it is closed', async () => {
  let pushed = 0;
  const pushes = watch(async () => {
    pushed += 1;
    pushes.note([1]);
  });
  pushes.note([1]);
  pushes.close();
  await sleep(2 * INTERVAL_MS);
  expect(pushed).toBe(1);
});
