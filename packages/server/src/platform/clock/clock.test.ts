import { expect, it } from 'vitest';
import { parseDay } from './clock.ts';

it.each(['2026-02-28', '2028-02-29', '1970-01-01', '2026-12-31'])('parses the day %s', (day) => {
  expect(parseDay(day)).toBe(Date.UTC(...splitDay(day)));
});

it.each(['2026-02-29', '2026-02-31', '2026-04-31', '2026-13-01', '2026-2-1', '2026-02', '', 'x'])(
  'rejects %j, which is not a day',
  (text) => expect(parseDay(text)).toBeUndefined(),
);

function splitDay(day: string): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [year, month - 1, date];
}
