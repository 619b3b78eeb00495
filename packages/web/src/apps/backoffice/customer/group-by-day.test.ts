import { expect, it } from 'vitest';
import { groupByDay } from './group-by-day.ts';

it('groups events by day in their order', () => {
  const event = { at: '2026-11-27T10:00:00.000Z' };
  const later = { at: '2026-11-28T09:00:00.000Z' };
  const days = groupByDay([later, event, event], (at) => at.slice(0, 10));
  expect(days.map(({ day, events }) => [day, events.length])).toEqual([
    ['2026-11-28', 1],
    ['2026-11-27', 2],
  ]);
});
