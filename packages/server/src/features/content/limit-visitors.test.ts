import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';

import { createVisitorLimit } from './limit-visitors.ts';

function held() {
  const clock = { time: 1_000_000, nowMs: () => clock.time };
  return { clock, limit: createVisitorLimit(clock) };
}

it('accepts five messages of a network at once, then one every twelve minutes', () => {
  const { clock, limit } = held();
  for (let count = 0; count < 5; count += 1) expect(limit('192.0.2.1')).toBe(0);
  expect(limit('192.0.2.1')).toBe(12 * MINUTE_MS);
  clock.time += 12 * MINUTE_MS;
  expect(limit('192.0.2.1')).toBe(0);
});

it('accepts a visitor’s message while 20 networks flood the form', () => {
  const { clock, limit } = held();
  let taken = 0;
  for (let minute = 0; minute < 180; minute += 1) {
    clock.time += MINUTE_MS;
    for (let count = 0; count < 100; count += 1) {
      if (limit(`198.51.${count % 20}.${count}`) === 0) taken += 1;
    }
    expect(limit(`203.0.${minute}.1`)).toBe(0);
  }
  // The limit is two full buckets, and what both regain in the three hours.
  expect(taken).toBeLessThanOrEqual(2 * (100 + 3 * 100));
});

it('accepts at most 200 messages at once, from any number of networks', () => {
  const { clock, limit } = held();
  const flood = (): number => {
    let taken = 0;
    for (let count = 0; count < 5_000; count += 1) {
      if (limit(`10.${count >> 8}.${count & 255}.1`) === 0) taken += 1;
    }
    return taken;
  };
  expect(flood()).toBe(200);
  clock.time += HOUR_MS;
  expect(flood()).toBeLessThanOrEqual(200);
});
