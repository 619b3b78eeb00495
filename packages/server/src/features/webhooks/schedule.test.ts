import { DAY_MS, SECOND_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { nextAttemptAtMs } from './schedule.ts';

it('tries for three days, with pauses that do not shrink until the last', () => {
  const atMs: number[] = [];
  let nowMs: number | undefined = 0;
  while (nowMs !== undefined) {
    atMs.push(nowMs);
    nowMs = nextAttemptAtMs({ attempts: atMs.length, retriedSinceMs: 0, nowMs });
  }
  expect(atMs[1]).toBe(5 * SECOND_MS);
  expect(atMs.at(-1)).toBe(3 * DAY_MS);
  expect(atMs).toHaveLength(13);
  const pauses = atMs.slice(1, -1).map((at, index) => at - (atMs[index] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((left, right) => left - right));
});

it('gives up at once on an event older than three days', () => {
  expect(nextAttemptAtMs({ attempts: 1, retriedSinceMs: 0, nowMs: 3 * DAY_MS })).toBeUndefined();
});
