import { expect, it } from 'vitest';
import { findWorst, marginAlarm } from './margin-alarm.ts';

it.each([
  [null, undefined],
  [undefined, undefined],
  [100, undefined],
  [99.99, 'low'],
  [75, 'low'],
  [74.99, 'grave'],
  [-3, 'grave'],
])('at a margin level of %s it is %s', (level, alarm) => {
  expect(marginAlarm(level)).toBe(alarm);
});

it('names the worst position, of equal ones the lowest number', () => {
  const position = (id: number, profit: number | null) => ({ id, symbol: `S${id}`, profit });
  expect(findWorst([position(1, 5), position(9, -7), position(4, -7), position(2, null)])?.id).toBe(
    4,
  );
  expect(findWorst([])).toBeUndefined();
});
