import { expect, it } from 'vitest';
import { explain } from './explain.ts';

const CROSS = { side: 'above', timeframe: '15-minute', candle: '2026-11-20 13:15 UTC' };
const CROSSED = 'EMA 20 crossed above EMA 50 on the 15-minute candle of 2026-11-20 13:15 UTC';

it.each([
  ['spread-too-wide', 'but ATR 14 is not more than 2 times the spread.'],
  ['closing-soon', 'but the market closes within 10 minutes.'],
  ['leverage-unavailable', 'but no leverage of at most 5 is allowed.'],
  ['losing-streak', 'but the last 3 trades lost: nothing opens for 4 hours.'],
])('explains why %s does not open a position', (reason, text) => {
  expect(explain(reason, CROSS)).toBe(`${CROSSED}, ${text}`);
});

it('formats prices and euros like the web app', () => {
  const facts = { ...CROSS, close: 72_500, trend: 71_250.5, range: 310.25, rsi: 61.3 };
  expect(explain('ema-cross', { ...facts, risk: 50, equity: 10_000 })).toBe(
    `${CROSSED}; close 72,500.00 against EMA 200 71,250.50, RSI 14 61.3, ATR 14 310.25. ` +
      'Stop loss 2 × ATR, take profit 3 × ATR; at risk € 50.00 of € 10,000.00.',
  );
});

it('names the minimum amount of the symbol, and none if it was not stored', () => {
  const small = 'amount-too-small';
  const least = "the symbol's least amount";
  expect(explain(small, { ...CROSS, minimum: 25 })).toBe(
    `${CROSSED}, but the limits leave less than ${least} of € 25.00.`,
  );
  expect(explain(small, CROSS)).toBe(`${CROSSED}, but the limits leave less than ${least}.`);
});
