import type { CalendarEvent } from '@halyard/contract/calendar';
import { expect, it } from 'vitest';
import { toDays, weekOf } from './weeks.ts';

const at = (text: string) => new Date(text).getTime();

it('begins a week on Monday, wherever one stands in it', () => {
  for (const day of ['2026-11-16T00:00', '2026-11-18T13:00', '2026-11-22T23:59']) {
    expect(weekOf(at(day), 0)).toEqual({
      fromMs: at('2026-11-16T00:00'),
      toMs: at('2026-11-23T00:00'),
    });
  }
});

it('moves to the previous and next weeks, across months and years', () => {
  expect(weekOf(at('2026-12-30T12:00'), 1).fromMs).toBe(at('2027-01-04T00:00'));
  expect(weekOf(at('2026-12-02T12:00'), -1).toMs).toBe(at('2026-11-30T00:00'));
});

it('groups events by local day', () => {
  const event = (id: number, local: string): CalendarEvent => ({
    id,
    at: new Date(local).toISOString(),
    currency: 'EUR',
    importance: 0,
    title: 'A figure',
    actual: null,
    forecast: null,
    previous: null,
  });
  const days = toDays([
    event(1, '2026-11-16T00:00'),
    event(2, '2026-11-16T23:30'),
    event(3, '2026-11-17T00:30'),
  ]);
  expect(days.map(({ atMs, events }) => [atMs, events.map(({ id }) => id)])).toEqual([
    [at('2026-11-16T00:00'), [1, 2]],
    [at('2026-11-17T00:00'), [3]],
  ]);
  expect(toDays([])).toEqual([]);
});
