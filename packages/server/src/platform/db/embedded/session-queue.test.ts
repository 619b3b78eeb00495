import { expect, it } from 'vitest';

import { Outage } from '#platform/outage/outage.ts';

import { SessionQueue, WAITING_MAX } from './session-queue.ts';

it('gives the session to one at a time, in order, the urgent first', async () => {
  const queue = new SessionQueue();
  const order: string[] = [];
  const giveBack = await queue.take('usual');
  const waiting = (['usual', 'urgent', 'usual', 'urgent'] as const).map(async (urgency, index) => {
    const done = await queue.take(urgency);
    order.push(`${urgency} ${index}`);
    done();
  });
  expect(order).toEqual([]);
  giveBack();
  await Promise.all(waiting);
  expect(order).toEqual(['urgent 1', 'urgent 3', 'usual 0', 'usual 2']);
});

it('is not given back twice by the same holder', async () => {
  const queue = new SessionQueue();
  const first = await queue.take('usual');
  const second = queue.take('usual');
  let isThirdServed = false;
  const third = queue.take('usual').then((giveBack) => {
    isThirdServed = true;
    return giveBack;
  });
  first();
  first();
  const giveBackSecond = await second;
  expect(isThirdServed).toBe(false);
  giveBackSecond();
  (await third)();
});

it('lets a bounded number wait and refuses the rest', async () => {
  const queue = new SessionQueue();
  const giveBack = await queue.take('usual');
  const waiting = Array.from({ length: WAITING_MAX }, () => queue.take('usual'));
  await expect(queue.take('urgent')).rejects.toThrow(Outage);
  giveBack();
  for (const turn of waiting) (await turn)();
});
