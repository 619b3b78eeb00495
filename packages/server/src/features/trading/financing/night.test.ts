import { expect, it } from 'vitest';
import { lastNight, listNights, nextNights } from './night.ts';

it.each([
  // Winter time: New York is five hours behind UTC, from 2 November 2025 to 8 March 2026.
  ['2026-01-15T21:59:59.999Z', '2026-01-14', '2026-01-14T22:00:00.000Z'],
  ['2026-01-15T22:00:00.000Z', '2026-01-15', '2026-01-15T22:00:00.000Z'],
  // The day is New York's: in London and Sydney it is already the next one.
  ['2026-01-16T04:59:59.999Z', '2026-01-15', '2026-01-15T22:00:00.000Z'],
  // Summer time: New York is four hours behind UTC.
  ['2026-07-15T20:59:59.999Z', '2026-07-14', '2026-07-14T21:00:00.000Z'],
  ['2026-07-15T21:00:00.000Z', '2026-07-15', '2026-07-15T21:00:00.000Z'],
  // New York's clocks go forward on Sunday 8 March 2026 and back on Sunday 1 November 2026.
  ['2026-03-07T22:00:00.000Z', '2026-03-07', '2026-03-07T22:00:00.000Z'],
  ['2026-03-08T20:59:59.999Z', '2026-03-07', '2026-03-07T22:00:00.000Z'],
  ['2026-03-08T21:00:00.000Z', '2026-03-08', '2026-03-08T21:00:00.000Z'],
  ['2026-11-01T21:59:59.999Z', '2026-10-31', '2026-10-31T21:00:00.000Z'],
  ['2026-11-01T22:00:00.000Z', '2026-11-01', '2026-11-01T22:00:00.000Z'],
])('computes at %s the financing night of %s, which began at %s', (now, day, cutOff) => {
  expect(lastNight(Date.parse(now))).toEqual({ day, cutOffAtMs: Date.parse(cutOff) });
});

it('lists every calendar day once, including weekends and clock changes', () => {
  const last = lastNight(Date.parse('2026-03-10T12:00:00Z'));
  const nights = listNights('2026-03-05', last);
  expect(nights.map(({ day }) => day)).toEqual([
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
  ]);
  const hours = nights.map(({ cutOffAtMs }) => new Date(cutOffAtMs).getUTCHours());
  expect(hours).toEqual([22, 22, 21, 21]);
  expect(listNights(last.day, last)).toEqual([]);
  expect(listNights('2026-03-12', last)).toEqual([]);
});

it('computes future nights, including weekends and clock changes', () => {
  const last = lastNight(Date.parse('2026-03-10T12:00:00Z'));
  expect(nextNights('2026-03-05', 4)).toEqual(listNights('2026-03-05', last));
  expect(nextNights('2026-12-31', 2).map(({ day }) => day)).toEqual(['2027-01-01', '2027-01-02']);
});
