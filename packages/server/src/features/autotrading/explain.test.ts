import { expect, it } from 'vitest';
import { explain } from './explain.ts';

const CROSS = { side: 'above', timeframe: '15-minute', candle: '2026-11-20 13:15 UTC' };
const CROSSED = 'EMA 20 crossed above EMA 50 on the 15-minute candle of 2026-11-20 13:15 UTC';

it.each([
  ['spread-too-wide', 'but ATR 14 is not more than 2 times the spread.'],
  ['closing-soon', 'but the market closes within 10 minutes.'],
  ['leverage-unavailable', 'but no leverage of at most 5 is allowed.'],
  ['losing-streak', 'but the last 3 trades lost: nothing opens for 4 hours.'],
])('says of %s what keeps it from opening', (reason, text) => {
  expect(explain(reason, CROSS)).toBe(`${CROSSED}, ${text}`);
});

it('names the least amount of the symbol, and none where it was not kept', () => {
  const small = 'amount-too-small';
  const least = "the symbol's least amount";
  expect(explain(small, { ...CROSS, minimum: 25 })).toBe(
    `${CROSSED}, but the limits leave less than ${least} of € 25.`,
  );
  expect(explain(small, CROSS)).toBe(`${CROSSED}, but the limits leave less than ${least}.`);
});
