import { cents } from '@halyard/core/money';
import { HOUR_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { changeLimit, isNoWeaker, isRunning, limitAt } from './own-limit.ts';
import type { Exclusion, OwnLimit } from './own-limit.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
const euros = (amount: number | null) => (amount === null ? null : cents(amount * 100));

function limit(amount: number | null, next?: readonly [number | null, number]): OwnLimit {
  return {
    kind: 'loss',
    period: 'day',
    amountCents: euros(amount),
    next:
      next === undefined ? null : { amountCents: euros(next[0]), atMs: NOW_MS + next[1] * HOUR_MS },
  };
}

it.each([
  ['sets a first limit at once', limit(null), 100, limit(100)],
  ['lowers at once', limit(100), 50, limit(50)],
  ['raises after a day', limit(100), 150, limit(100, [150, 24])],
  ['removes after a day', limit(100), null, limit(100, [null, 24])],
  ['calls what waits off by the same amount as now', limit(100, [null, 3]), 100, limit(100)],
  ['calls what waits off by a lower amount', limit(100, [150, 3]), 50, limit(50)],
  ['does not let what waits begin anew', limit(100, [150, 3]), 150, limit(100, [150, 3])],
  ['lets another raise wait its own day', limit(100, [150, 3]), 120, limit(100, [120, 24])],
  ['keeps none as none', limit(null), null, limit(null)],
])('%s', (_title, before, amount, after) => {
  expect(changeLimit(before, euros(amount), NOW_MS)).toEqual(after);
});

it('applies a change at its time and not earlier', () => {
  const waiting = limit(100, [null, 24]);
  expect(limitAt(waiting, NOW_MS + 24 * HOUR_MS - 1)).toEqual(waiting);
  expect(limitAt(waiting, NOW_MS + 24 * HOUR_MS)).toEqual(limit(null));
});

const exclusion = (kind: Exclusion['kind'], endsAtMs: number | null): Exclusion => ({
  kind,
  begunAtMs: 0,
  endsAtMs,
});

it.each([
  [exclusion('time-out', 10), exclusion('time-out', 9), false],
  [exclusion('time-out', 10), exclusion('time-out', 10), true],
  [exclusion('time-out', 10), exclusion('self-exclusion', 11), true],
  [exclusion('self-exclusion', 10), exclusion('time-out', 11), false],
  [exclusion('self-exclusion', 10), exclusion('self-exclusion', null), true],
  [exclusion('self-exclusion', null), exclusion('self-exclusion', 99), false],
  [exclusion('self-exclusion', null), exclusion('self-exclusion', null), true],
])('replaces %j by %j: %s', (before, after, may) => {
  expect(isNoWeaker(before, after)).toBe(may);
});

it('ends an exclusion at its time, and a permanent one never', () => {
  expect(isRunning(exclusion('time-out', 10), 9)).toBe(true);
  expect(isRunning(exclusion('time-out', 10), 10)).toBe(false);
  expect(isRunning(exclusion('self-exclusion', null), Number.MAX_SAFE_INTEGER)).toBe(true);
});
