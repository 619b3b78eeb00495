import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SCHEDULES } from './schedules.ts';
import { createSessions } from './session.ts';

const sessions = createSessions();
const ms = (iso: string): number => Date.parse(iso);
const iso = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString().slice(0, 16);

it.each([
  // Edges of the US stock market (UTC-5) around Thanksgiving, the half day after it, and Christmas.
  ['us-stock', '2026-11-25T14:29Z', false, '2026-11-25T14:30', '2026-11-25T21:00'],
  ['us-stock', '2026-11-25T14:30Z', true, '2026-11-27T14:30', '2026-11-25T21:00'],
  ['us-stock', '2026-11-26T15:00Z', false, '2026-11-27T14:30', '2026-11-27T18:00'],
  ['us-stock', '2026-11-27T17:59Z', true, '2026-11-30T14:30', '2026-11-27T18:00'],
  ['us-stock', '2026-11-27T18:00Z', false, '2026-11-30T14:30', '2026-11-30T21:00'],
  ['us-stock', '2026-12-24T17:00Z', true, '2026-12-28T14:30', '2026-12-24T18:00'],
  ['us-stock', '2026-12-25T15:00Z', false, '2026-12-28T14:30', '2026-12-28T21:00'],
  // Juneteenth on a Saturday is observed on Friday; Independence Day on a Sunday is observed on
  // Monday.
  ['us-stock', '2027-06-18T15:00Z', false, '2027-06-21T13:30', '2027-06-21T20:00'],
  ['us-stock', '2027-07-05T15:00Z', false, '2027-07-06T13:30', '2027-07-06T20:00'],
  ['us-stock', '2027-03-26T15:00Z', false, '2027-03-29T13:30', '2027-03-29T20:00'],
  // New York sets its clocks forward on 2026-03-08 and back on 2026-11-01.
  ['us-stock', '2026-03-06T21:00Z', false, '2026-03-09T13:30', '2026-03-09T20:00'],
  ['us-stock', '2026-10-30T20:00Z', false, '2026-11-02T14:30', '2026-11-02T21:00'],
  // The foreign-exchange market opens on Sunday, pauses for six minutes each night and closes on
  // Friday.
  ['fx', '2026-11-22T22:04Z', false, '2026-11-22T22:05', '2026-11-23T21:59'],
  ['fx', '2026-11-22T22:05Z', true, '2026-11-23T22:05', '2026-11-23T21:59'],
  ['fx', '2026-11-23T22:00Z', false, '2026-11-23T22:05', '2026-11-24T21:59'],
  ['fx', '2026-11-20T21:54Z', true, '2026-11-22T22:05', '2026-11-20T21:55'],
  ['fx', '2026-11-20T21:55Z', false, '2026-11-22T22:05', '2026-11-23T21:59'],
  // Christmas applies to the day on which the session ends, so the market is closed from the
  // evening before.
  ['fx', '2026-12-24T21:58Z', true, '2026-12-27T22:05', '2026-12-24T21:59'],
  ['fx', '2026-12-25T03:00Z', false, '2026-12-27T22:05', '2026-12-28T21:59'],
  ['brent', '2026-11-23T22:30Z', false, '2026-11-24T01:00', '2026-11-24T22:00'],
  // The US index stops at 13:00 on Thanksgiving and opens again in the evening.
  ['us-index', '2026-11-26T17:59Z', true, '2026-11-26T23:00', '2026-11-26T18:00'],
  ['us-index', '2026-11-26T18:00Z', false, '2026-11-26T23:00', '2026-11-27T18:15'],
  // Germany changes its clocks on 2026-03-29 and 2026-10-25.
  ['de-index', '2026-03-27T21:00Z', false, '2026-03-30T06:00', '2026-03-30T20:00'],
  ['de-index', '2026-10-23T20:00Z', false, '2026-10-26T07:00', '2026-10-26T21:00'],
  ['uk-index', '2026-12-28T12:00Z', false, '2026-12-29T08:00', '2026-12-29T21:00'],
  // Hong Kong has a lunch break; its night session ends on the next day.
  ['hk-index', '2026-11-23T04:00Z', false, '2026-11-23T05:00', '2026-11-23T08:30'],
  ['hk-index', '2026-11-23T05:00Z', true, '2026-11-23T09:15', '2026-11-23T08:30'],
  ['hk-index', '2026-11-23T18:59Z', true, '2026-11-24T01:15', '2026-11-23T19:00'],
  ['hk-index', '2026-02-17T02:00Z', false, '2026-02-20T01:15', '2026-02-20T04:00'],
  // Sydney trades over midnight; its summer time starts on 2026-10-04.
  ['au-index', '2026-10-02T06:30Z', false, '2026-10-02T07:10', '2026-10-02T21:00'],
  ['au-index', '2026-10-02T14:30Z', true, '2026-10-04T22:50', '2026-10-02T21:00'],
  ['au-index', '2026-10-05T05:30Z', false, '2026-10-05T06:10', '2026-10-05T20:00'],
  ['grains', '2026-11-23T14:00Z', false, '2026-11-23T14:30', '2026-11-23T19:20'],
  ['crypto', '2026-12-25T00:00Z', true, null, null],
])('reports %s at %s as open: %s, opens %s, closes %s', (id, at, isOpen, opens, closes) => {
  expect({
    isOpen: sessions.isOpen(id, ms(at)),
    opens: iso(sessions.nextOpenAtMs(id, ms(at))),
    closes: iso(sessions.nextCloseAtMs(id, ms(at))),
  }).toEqual({ isOpen, opens, closes });
});

it.each([
  ['2026-03-08T12:00Z', 23],
  ['2026-03-09T12:00Z', 24],
  ['2026-11-01T12:00Z', 25],
])('computes the New York day of %s as %i hours long', (at, hours) => {
  const days = createSessions([
    {
      id: 'days',
      zone: 'America/New_York',
      // The close at 00:00 meets the next opening at 00:01; adjacent hours without the minute
      // between them are one session.
      intervals: [{ days: [0, 1, 2, 3, 4, 5, 6], open: '00:01', close: '00:00' }],
      tradingDay: 'open',
      holidays: [],
    },
  ]);
  const span = days.span('days', ms(at));
  expect(span.untilMs - span.fromMs).toBe(hours * HOUR_MS - MINUTE_MS);
});

it.each([
  ['2026-10-23T12:00Z', 14],
  ['2026-12-24T12:00Z', 6],
])('keeps the German session of %s open for %i hours', (at, hours) => {
  const span = sessions.span('de-index', ms(at));
  expect(span.untilMs - span.fromMs).toBe(hours * HOUR_MS);
});

it('lists the holidays of American stocks in 2027', () => {
  const closed: string[] = [];
  for (let day = ms('2027-01-01T17:00Z'); day < ms('2028-01-01T00:00Z'); day += 24 * HOUR_MS) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === 0 || weekday === 6 || sessions.isOpen('us-stock', day)) continue;
    closed.push(new Date(day).toISOString().slice(5, 10));
  }
  expect(closed).toEqual([
    '01-01',
    '01-18',
    '02-15',
    '03-26',
    '05-31',
    '06-18',
    '07-05',
    '09-06',
    '11-25',
    '12-24',
  ]);
});

it('returns the same in any order of calls, with edges at whole minutes', () => {
  const ids = SCHEDULES.map((schedule) => schedule.id);
  fc.assert(
    fc.property(
      fc.constantFrom(...ids),
      fc.integer({ min: ms('2025-01-01T00:00Z'), max: ms('2030-01-01T00:00Z') }),
      (id, atMs) => {
        const fresh = createSessions().span(id, atMs);
        expect(sessions.span(id, atMs)).toEqual(fresh);
        expect(fresh.fromMs <= atMs && atMs < fresh.untilMs).toBe(true);
        if (Number.isFinite(fresh.untilMs)) {
          expect(fresh.untilMs % MINUTE_MS).toBe(0);
          expect(sessions.span(id, fresh.untilMs).isOpen).toBe(!fresh.isOpen);
        }
      },
    ),
    { numRuns: 300 },
  );
});
