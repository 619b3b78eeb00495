import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { nextAttemptAtMs } from './schedule.ts';

const nowMs = Date.UTC(2026, 10, 27, 12);
const pauseMs = (attempts: number, retryAfter?: string): number =>
  nextAttemptAtMs({ attempts, retryAfter, nowMs }) - nowMs;

it.each([
  [1, 5 * SECOND_MS],
  [2, 30 * SECOND_MS],
  [3, 2 * MINUTE_MS],
  [4, 5 * MINUTE_MS],
  [5, 15 * MINUTE_MS],
  [90, 15 * MINUTE_MS],
])('waits longer after each attempt: %i', (attempts, expectedMs) => {
  expect(pauseMs(attempts)).toBe(expectedMs);
});

it.each([
  ['2', 5 * SECOND_MS],
  ['600', 10 * MINUTE_MS],
  ['Fri, 27 Nov 2026 12:30:00 GMT', 30 * MINUTE_MS],
  ['Fri, 27 Nov 2026 11:00:00 GMT', 5 * SECOND_MS],
  ['99999999999999999999', 4 * HOUR_MS],
  ['later', 5 * SECOND_MS],
  ['-1', 5 * SECOND_MS],
])('waits at least as long as the push service asks: %s', (retryAfter, expectedMs) => {
  expect(pauseMs(1, retryAfter)).toBe(expectedMs);
});
