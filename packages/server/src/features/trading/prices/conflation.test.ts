import { PRICE_INTERVAL_MS } from '@halyard/contract/live';
import { expect, it } from 'vitest';
import { conflate } from './conflation.ts';

it('recomputes a value once it is one interval old, and not before', () => {
  let nowMs = 1_000;
  let made = 0;
  const get = conflate({ nowMs: () => nowMs }, () => {
    made += 1;
    return { made };
  });
  const first = get();
  nowMs += PRICE_INTERVAL_MS - 1;
  expect(get()).toBe(first);
  nowMs += 1;
  expect(get()).toEqual({ made: 2 });
  nowMs -= PRICE_INTERVAL_MS;
  expect(get()).toEqual({ made: 3 });
});

it('caches nothing if the computation failed', () => {
  let isBroken = true;
  const get = conflate({ nowMs: () => 0 }, () => {
    if (isBroken) throw new Error('broken');
    return 1;
  });
  expect(get).toThrow('broken');
  isBroken = false;
  expect(get()).toBe(1);
});
