import { expect, it } from 'vitest';
import { monthsLater, spanOf } from './periods.ts';

const text = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

it.each([
  ['day', '2026-11-20T00:00Z', '2026-11-20T00:00', '2026-11-21T00:00'],
  ['day', '2026-11-20T23:59Z', '2026-11-20T00:00', '2026-11-21T00:00'],
  ['day', '2026-12-31T12:00Z', '2026-12-31T00:00', '2027-01-01T00:00'],
  ['week', '2026-11-16T00:00Z', '2026-11-16T00:00', '2026-11-23T00:00'],
  ['week', '2026-11-20T12:00Z', '2026-11-16T00:00', '2026-11-23T00:00'],
  ['week', '2026-11-22T23:59Z', '2026-11-16T00:00', '2026-11-23T00:00'],
  ['week', '2027-01-01T12:00Z', '2026-12-28T00:00', '2027-01-04T00:00'],
  ['month', '2026-11-01T00:00Z', '2026-11-01T00:00', '2026-12-01T00:00'],
  ['month', '2026-12-31T23:59Z', '2026-12-01T00:00', '2027-01-01T00:00'],
  ['month', '2028-02-29T12:00Z', '2028-02-01T00:00', '2028-03-01T00:00'],
] as const)('computes the %s of %s as %s to %s', (period, at, start, end) => {
  const span = spanOf(period, Date.parse(at));
  expect([text(span.startMs), text(span.endMs)]).toEqual([start, end]);
});

it.each([
  ['2026-11-20T10:30Z', 6, '2027-05-20T10:30'],
  ['2026-08-31T10:30Z', 6, '2027-02-28T10:30'],
  ['2027-08-31T10:30Z', 6, '2028-02-29T10:30'],
  ['2026-12-15T00:00Z', 60, '2031-12-15T00:00'],
])('computes from %s the date %i months later as %s', (at, months, later) => {
  expect(text(monthsLater(Date.parse(at), months))).toBe(later);
});
