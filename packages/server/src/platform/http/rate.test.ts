import { expect, it } from 'vitest';

import { createBucket, createRateLimiter } from './rate.ts';

it('allows the burst at once, then the refill rate, and never more than the burst', () => {
  let nowMs = 0;
  const bucket = createBucket({ perSecond: 2, burst: 3 }, { nowMs: () => nowMs });
  expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 500]);
  nowMs = 250;
  expect(bucket.take()).toBe(250);
  nowMs = 500;
  expect([bucket.take(), bucket.take()]).toEqual([0, 500]);
  nowMs = 1_000_000;
  expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 500]);
});

it('accepts a returned token, and never more than the burst', () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 2 }, { nowMs: () => 0 });
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([0, 0, 1000]);
  limiter.giveBack('a');
  expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 1000]);
  for (let times = 0; times < 5; times += 1) limiter.giveBack('a');
  expect(limiter.left('a')).toBe(2);
});

it('refills nothing when the clock goes back', () => {
  let nowMs = 10_000;
  const bucket = createBucket({ perSecond: 1, burst: 1 }, { nowMs: () => nowMs });
  expect(bucket.take()).toBe(0);
  nowMs = 0;
  expect(bucket.take()).toBe(1000);
});

it('counts each key separately, and evicts only the least recently used one', () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 1 }, { nowMs: () => 0 });
  expect([limiter.take('a'), limiter.take('a'), limiter.take('b')]).toEqual([0, 1000, 0]);
  for (let at = 0; at < 49_998; at += 1) limiter.take(`other-${at}`);
  expect(limiter.take('a')).toBe(1000);
  limiter.take('one too many');
  expect(limiter.take('a')).toBe(1000);
  expect(limiter.take('b')).toBe(0);
});
