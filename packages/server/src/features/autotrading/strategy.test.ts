import { points } from '@halyard/core/instrument';
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import type { Candle } from '@halyard/market';
import fc from 'fast-check';
import { ATR, EMA, RSI, TR } from 'trading-signals';
import { expect, it } from 'vitest';
import { createStrategy, judgeEntry, judgeExit, WARM_UP_CANDLES } from './strategy.ts';
import type { Reading } from './strategy.ts';
import { naiveReading } from './testing/naive-reading.ts';

const MINUTES_15_MS = 15 * MINUTE_MS;

function candle(index: number, high: number, low: number, close: number): Candle {
  return {
    startMs: index * MINUTES_15_MS,
    openPoints: points(close),
    highPoints: points(high),
    lowPoints: points(low),
    closePoints: points(close),
    volume: 1,
  };
}

// Expected readings, computed by hand. EMA 3 starts with the first close and moves by half the
// distance; the true range includes the previous close; ATR 3 starts with the mean of three, then
// each new value counts for a third.
const BY_HAND = [
  { close: 10, high: 12, low: 9, average: 10, trueRange: 3, range: null },
  { close: 14, high: 15, low: 11, average: 12, trueRange: 5, range: null },
  { close: 8, high: 9, low: 7, average: 10, trueRange: 7, range: 5 },
  { close: 11, high: 13, low: 8, average: 10.5, trueRange: 5, range: 5 },
  { close: 20, high: 22, low: 19, average: 15.25, trueRange: 11, range: 7 },
];

it('computes the averages as by hand, candle by candle', () => {
  const average = new EMA(3);
  const trueRange = new TR();
  const range = new ATR(3);
  for (const row of BY_HAND) {
    expect(average.update(row.close, false)).toBe(row.average);
    expect(trueRange.update(row, false)).toBe(row.trueRange);
    expect(range.update(row, false)).toBe(row.range);
  }
});

it('starts an average with the first close, and smooths RSI as Wilder did', () => {
  const average = new EMA(3);
  expect([1, 2, 3, 4, 5].map((price) => average.update(price, false)).at(-1)).toBe(4.0625);
  const momentum = new RSI(2);
  // RSI by hand: gains 2, 0, 3 and losses 0, 1, 0; the averages are first 1 and ½, then (1 + 3) ÷ 2
  // and ½ ÷ 2, so the last value is 100 − 100 ÷ 9.
  expect([10, 12, 11, 14].map((price) => momentum.update(price, false))).toEqual([
    null,
    null,
    100 - 100 / 3,
    100 - 100 / 9,
  ]);
});

const walk = fc
  .array(fc.record({ move: fc.integer({ min: -300, max: 300 }), reach: fc.nat(200) }), {
    minLength: WARM_UP_CANDLES + 5,
    maxLength: WARM_UP_CANDLES + 80,
  })
  .map((steps) => {
    let price = 100_000;
    return steps.map(({ move, reach }, index) => {
      const before = price;
      price += move;
      const [high, low] = [Math.max(before, price) + reach, Math.min(before, price) - reach];
      return candle(index, high, low, price);
    });
  });

it('equals a naive computation from the first candle', () => {
  fc.assert(
    fc.property(walk, (candles) => {
      const strategy = createStrategy();
      candles.forEach((one, index) => {
        const reading = strategy.add(one);
        if (index + 1 < WARM_UP_CANDLES) {
          expect(reading).toBeUndefined();
          return;
        }
        const naive = naiveReading(candles.slice(0, index + 1));
        expect(reading?.cross).toBe(naive.cross);
        expect(reading?.trendPoints).toBeCloseTo(naive.trendPoints, 5);
        expect(reading?.rangePoints).toBeCloseTo(naive.rangePoints, 5);
        expect(reading?.rsi).toBeCloseTo(naive.rsi, 5);
      });
    }),
    { numRuns: 20 },
  );
});

it('finds no cross in a constant price', () => {
  const strategy = createStrategy();
  for (let index = 0; index < 600; index += 1) {
    expect(strategy.add(candle(index, 100_003, 100_003, 100_003))?.cross).toBeUndefined();
  }
});

const UP: Reading = {
  startMs: 0,
  closePoints: 105,
  cross: 'up',
  trendPoints: 100,
  rsi: 60,
  rangePoints: 10,
};
const DOWN: Reading = { ...UP, cross: 'down', closePoints: 95, rsi: 40 };

it.each([
  [UP, 1, { kind: 'enter', direction: 'buy' }],
  [DOWN, 1, { kind: 'enter', direction: 'sell' }],
  [undefined, 1, { kind: 'wait', code: 'warming-up' }],
  [{ ...UP, cross: undefined }, 1, { kind: 'wait', code: 'no-cross' }],
  [{ ...UP, closePoints: 100 }, 1, { kind: 'wait', code: 'against-trend' }],
  [{ ...DOWN, closePoints: 101 }, 1, { kind: 'wait', code: 'against-trend' }],
  [{ ...UP, rsi: 49.9 }, 1, { kind: 'wait', code: 'momentum' }],
  [{ ...UP, rsi: 50 }, 1, { kind: 'enter', direction: 'buy' }],
  [{ ...UP, rsi: 70 }, 1, { kind: 'enter', direction: 'buy' }],
  [{ ...UP, rsi: 70.1 }, 1, { kind: 'wait', code: 'momentum' }],
  [{ ...DOWN, rsi: 29.9 }, 1, { kind: 'wait', code: 'momentum' }],
  [{ ...DOWN, rsi: 30 }, 1, { kind: 'enter', direction: 'sell' }],
  [UP, 5, { kind: 'wait', code: 'spread-too-wide' }],
  [UP, 4.9, { kind: 'enter', direction: 'buy' }],
] as const)('decides %j at a spread of %d as %j', (reading, spread, judgement) => {
  expect(judgeEntry(reading, spread)).toEqual(judgement);
});

it.each([
  ['buy', 'down', 1, 'opposite-cross'],
  ['sell', 'up', 1, 'opposite-cross'],
  ['buy', 'up', 1, undefined],
  ['sell', undefined, 1, undefined],
  ['buy', undefined, 47, undefined],
  ['buy', undefined, 48, 'held-too-long'],
] as const)(
  'a %s that sees a cross %s after %d candles ends by %s',
  (direction, cross, candles, exit) => {
    const at = { cross, endMs: candles * HOUR_MS, timeframeMs: HOUR_MS };
    expect(judgeExit({ direction, openedAtMs: 0 }, at)).toBe(exit);
  },
);
