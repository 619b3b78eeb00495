import { expect, it } from 'vitest';

import { createBucket, createRateLimiter } from './rate.ts';

it('gives the burst at once, then as many as come back, and never more than the burst', () => {
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

it('gives nothing for a clock that goes back', () => {
  let nowMs = 10_000;
  const bucket = createBucket({ perSecond: 1, burst: 1 }, { nowMs: () => nowMs });
  expect(bucket.take()).toBe(0);
  nowMs = 0;
  expect(bucket.take()).toBe(1000);
});

it('counts each key apart and forgets only the one that was silent longest', () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 1 }, { nowMs: () => 0 });
  expect([limiter.take('a'), limiter.take('a'), limiter.take('b')]).toEqual([0, 1000, 0]);
  for (let at = 0; at < 49_998; at += 1) limiter.take(`other-${at}`);
  expect(limiter.take('a')).toBe(1000);
  limiter.take('one too many');
  expect(limiter.take('a')).toBe(1000);
  expect(limiter.take('b')).toBe(0);
});
