import { MINUTE_MS } from '@halyard/core/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readHours, writeHours } from './hours.ts';
import { SCHEDULES } from './schedules.ts';
import { createSessions } from './session.ts';

it('reads lines of days and times, and writes them back', () => {
  const lines = ['mon-fri 09:30-16:00', ' Sun 22:00-02:00 '];
  const read = readHours(lines);
  expect(read).toEqual({
    kind: 'hours',
    hours: [
      { days: [1, 2, 3, 4, 5], open: '09:30', close: '16:00' },
      { days: [0], open: '22:00', close: '02:00' },
    ],
  });
  expect(read.kind === 'hours' && writeHours(read.hours)).toEqual([
    'Mon-Fri 09:30-16:00',
    'Sun 22:00-02:00',
  ]);
  expect(readHours(['Always'])).toEqual({ kind: 'hours', hours: 'always' });
  expect(writeHours([{ days: [0, 1, 6, 3], open: '08:00', close: '09:00' }])).toEqual([
    'Wed 08:00-09:00',
    'Sat-Mon 08:00-09:00',
  ]);
});

it.each(SCHEDULES.map(({ id, intervals }) => [id, intervals] as const))(
  'writes the hours of %s so that they read the same',
  (_, intervals) => {
    expect(readHours(writeHours(intervals))).toMatchObject({ kind: 'hours' });
    const read = readHours(writeHours(intervals));
    expect(read.kind === 'hours' && writeHours(read.hours)).toEqual(writeHours(intervals));
  },
);

it.each([
  [[]],
  [['Mon-Fri']],
  [['Mon-Fry 09:30-16:00']],
  [['Mon 9:30-16:00']],
  [['Mon 24:00-16:00']],
  [['Mon 09:30-16:60']],
  [['always', 'Mon 09:00-10:00']],
  [Array.from({ length: 22 }, () => 'Mon 09:00-09:01')],
])('refuses %j, which is not in the form', (lines) => {
  expect(readHours(lines)).toMatchObject({ kind: 'invalid' });
});

it.each([
  [['Mon 09:00-12:00', 'Mon 11:59-13:00'], true],
  [['Mon 09:00-12:00', 'Mon 12:00-13:00'], false],
  [['Mon-Fri 22:00-06:00', 'Tue 05:59-06:30'], true],
  [['Mon-Fri 22:00-06:00', 'Tue 06:00-06:30'], false],
  // Saturday's trading night runs into Sunday, the first day of the week, and overlaps with its
  // hours.
  [['Sat 22:00-06:00', 'Sun 05:00-07:00'], true],
  [['Sat 22:00-06:00', 'Sun 06:00-07:00'], false],
  [['Mon-Sun 00:00-00:00'], false],
  [['Mon-Sun 00:00-00:00', 'Wed 10:00-11:00'], true],
])('%j overlap each other: %s', (lines, areOverlapping) => {
  expect(readHours(lines).kind).toBe(areOverlapping ? 'invalid' : 'hours');
});

it('is open exactly in the minutes of its lines', () => {
  const time = fc.integer({ min: 0, max: 1_439 });
  const line = fc.record({ day: fc.integer({ min: 0, max: 6 }), open: time, close: time });
  const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const clock = (minute: number) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16);
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), time, (lines, offset) => {
      const read = readHours(
        lines.map(({ day, open, close }) => `${names[day]} ${clock(open)}-${clock(close)}`),
      );
      const minutes = new Map<number, number>();
      for (const { day, open, close } of lines) {
        const length = close > open ? close - open : close + 1_440 - open;
        for (let passed = 0; passed < length; passed += 1) {
          const minute = (day * 1_440 + open + passed) % 10_080;
          minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
        }
      }
      expect(read.kind === 'invalid').toBe([...minutes.values()].some((count) => count > 1));
      if (read.kind === 'invalid') return;
      const rules = { zone: 'UTC', tradingDay: 'open', holidays: [] } as const;
      const sessions = createSessions([{ id: 'own', intervals: read.hours, ...rules }]);
      // The week of the test begins on 2026-11-22, a Sunday.
      const weekMs = Date.parse('2026-11-22T00:00Z');
      for (let minute = offset; minute < 10_080; minute += 97) {
        expect(sessions.isOpen('own', weekMs + minute * MINUTE_MS)).toBe(minutes.has(minute));
      }
    }),
    { numRuns: 60 },
  );
});

it('does not close between adjacent hours', () => {
  const read = readHours(['Mon-Thu 00:00-00:00', 'Fri 00:00-17:00']);
  const intervals = read.kind === 'hours' ? read.hours : expect.fail('hours');
  const rules = { zone: 'UTC', tradingDay: 'open', holidays: [] } as const;
  const sessions = createSessions([{ id: 'own', intervals, ...rules }]);
  const tuesdayMs = Date.parse('2026-11-24T12:00Z');
  expect(sessions.span('own', tuesdayMs)).toEqual({
    isOpen: true,
    fromMs: Date.parse('2026-11-23T00:00Z'),
    untilMs: Date.parse('2026-11-27T17:00Z'),
  });
});
