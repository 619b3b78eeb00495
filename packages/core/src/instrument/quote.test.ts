import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CATEGORIES, CATEGORY_IDS, findCategory, SLIPPAGE_TOLERANCE_BPS } from './category.ts';
import { PRICE_POINTS_MAX, points } from './points.ts';
import { assertQuote, closingPrice, isBeyondTolerance, orderPrice, type Quote } from './quote.ts';

const quoteOf = (sell: number, buy: number): Quote => ({
  symbol: 'EURUSD',
  bidPoints: points(sell),
  askPoints: points(buy),
  sequence: 1,
  source: 'test',
  sourceAtMs: 0,
  receivedAtMs: 0,
});

// Order prices computed by hand: ask × 1.00025 for a buy and bid × 0.99975 for a sell.
it.each([
  ['1.15150 / 1.15158', 115_150, 115_158, 115_187, 115_121],
  ['160.770 / 160.780', 160_770, 160_780, 160_820, 160_730],
  ['97000.00 / 97012.50', 9_700_000, 9_701_250, 9_703_675, 9_697_575],
  ['half: 2000 × 0.00025 = 0.5', 2_000, 2_000, 2_001, 2_000],
  ['half: 6000 × 0.00025 = 1.5', 6_000, 6_000, 6_002, 5_999],
  ['just under a half', 1_999, 1_999, 1_999, 1_999],
  ['one point', 1, 1, 1, 1],
])('prices orders at %s [v-trade-price-buy] [v-trade-price-sell]', (...row) => {
  const [, sell, buy, up, down] = row;
  expect(orderPrice('buy', quoteOf(sell, buy))).toBe(up);
  expect(orderPrice('sell', quoteOf(sell, buy))).toBe(down);
});

it('prices orders within half a point of the exact mark-up', () => {
  const prices = fc.integer({ min: 1, max: PRICE_POINTS_MAX });
  fc.assert(
    fc.property(prices, (price) => {
      const quote = quoteOf(price, price);
      const exactUp = BigInt(price) * 100_025n;
      const exactDown = BigInt(price) * 99_975n;
      // Order prices are rounded half away from zero, so the exact price lies in (rounded − ½,
      // rounded + ½].
      const upError = BigInt(orderPrice('buy', quote)) * 100_000n - exactUp;
      const downError = BigInt(orderPrice('sell', quote)) * 100_000n - exactDown;
      for (const error of [upError, downError]) {
        expect(error > -50_000n && error <= 50_000n).toBe(true);
      }
    }),
  );
});

it('closes a buy at the bid and a sell at the ask', () => {
  expect(closingPrice('buy', quoteOf(10, 12))).toBe(10);
  expect(closingPrice('sell', quoteOf(10, 12))).toBe(12);
});

it.each([
  ['forex', 5],
  ['index', 10],
  ['commodities', 20],
  ['stocks', 30],
  ['crypto', 50],
] as const)('tolerates a fill of %s worse by %i hundredths of a percent', (category, tolerance) => {
  const requestedPoints = points(1_000_000);
  const edge = tolerance * 100;
  const at = (direction: 'buy' | 'sell', fill: number) =>
    isBeyondTolerance({ category, direction, requestedPoints, fillPoints: points(fill) });

  expect(at('buy', 1_000_000 + edge)).toBe(false);
  expect(at('buy', 1_000_000 + edge + 1)).toBe(true);
  expect(at('sell', 1_000_000 - edge)).toBe(false);
  expect(at('sell', 1_000_000 - edge - 1)).toBe(true);
  expect(at('buy', 1)).toBe(false);
  expect(at('sell', 2_000_000)).toBe(false);
});

it('defines a wire id and a tolerance for every category', () => {
  expect(CATEGORIES.map((category) => CATEGORY_IDS[category])).toEqual([1, 2, 3, 4, 5]);
  expect(CATEGORIES.map((category) => findCategory(CATEGORY_IDS[category]))).toEqual(CATEGORIES);
  expect(CATEGORIES.map((category) => SLIPPAGE_TOLERANCE_BPS[category])).toEqual([
    5, 30, 50, 20, 10,
  ]);
  expect(findCategory(6)).toBeUndefined();
});

it('asserts that a feed’s quote is valid', () => {
  expect(() => assertQuote(quoteOf(10, 10))).not.toThrow();
  expect(() => assertQuote(quoteOf(0, 10))).toThrow('above zero');
  expect(() => assertQuote(quoteOf(11, 10))).toThrow('not crossed');
  expect(() => assertQuote(quoteOf(10, PRICE_POINTS_MAX + 1))).toThrow('within the limit');
  expect(() => assertQuote({ ...quoteOf(10, 10), sequence: 0.5 })).toThrow('numbered');
});
