import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  DIRECTIONS,
  isSplitQuoteFit,
  isSplitRatio,
  PRICE_POINTS_MAX,
  points,
  splitQuote,
} from '#instrument/instrument.ts';
import { MARK_SENSES, PriceMarks } from './price-marks.ts';
import { splitMark } from './split-mark.ts';

const price = fc.integer({ min: 1, max: 1_000_000 });
const units = fc.integer({ min: 1, max: 1_000 });
const ratio = fc.record({ newUnits: units, oldUnits: units }).filter(isSplitRatio);
const sense = fc.constantFrom(...MARK_SENSES);

it.each([
  ['falls', 15_000, [[2, 1]], 7_500],
  ['rises', 22_000, [[2, 1]], 11_000],
  ['falls', 15_001, [[2, 1]], 7_500],
  ['rises', 15_001, [[2, 1]], 7_501],
  ['falls', 15_001, [[1, 10]], 150_010],
  ['rises', 10_000, [[3, 2]], 6_667],
  ['falls', 1, [[1_000, 1]], 1],
  ['rises', PRICE_POINTS_MAX, [[1, 2]], PRICE_POINTS_MAX],
  [
    'falls',
    15_001,
    [
      [2, 1],
      [1, 2],
    ],
    15_001,
  ],
  ['rises', 15_001, [], 15_001],
] as const)(
  'converts a mark that %s to %i by the splits %j to %i',
  (way, set, ratios, expected) => {
    const splits = ratios.map(([newUnits = 0, oldUnits = 0]) => ({ newUnits, oldUnits }));
    expect(splitMark({ sense: way, points: points(set) }, splits)).toBe(expected);
  },
);

it('rounds to the nearest whole price beyond the exact one', () => {
  fc.assert(
    fc.property(price, sense, fc.array(ratio, { maxLength: 4 }), (set, way, splits) => {
      const product = (factors: readonly number[]): bigint =>
        factors.reduce((all, factor) => all * BigInt(factor), 1n);
      const exact = product([set, ...splits.map(({ oldUnits }) => oldUnits)]);
      const unit = product(splits.map(({ newUnits }) => newUnits));
      fc.pre(exact >= unit && exact <= unit * BigInt(PRICE_POINTS_MAX));
      const off = BigInt(splitMark({ sense: way, points: points(set) }, splits)) * unit - exact;
      const away = way === 'rises' ? off : -off;
      expect(away >= 0n && away < unit).toBe(true);
    }),
  );
});

it('restores a mark after the opposite split', () => {
  fc.assert(
    fc.property(price, sense, ratio, (set, way, { newUnits, oldUnits }) => {
      const there = { newUnits, oldUnits };
      const back = { newUnits: oldUnits, oldUnits: newUnits };
      expect(splitMark({ sense: way, points: points(set) }, [there, back])).toBe(set);
    }),
  );
});

it('is not reached after a split by a price that is still on the same side', () => {
  const side = fc.constantFrom(...DIRECTIONS);
  fc.assert(
    fc.property(price, price, side, sense, ratio, (set, sell, of, way, split) => {
      const quote = {
        symbol: 'EURUSD',
        bidPoints: points(sell),
        askPoints: points(sell),
        sequence: 1,
        source: 'test',
        sourceAtMs: 0,
        receivedAtMs: 0,
      };
      const isAhead = way === 'rises' ? set > sell : set < sell;
      const after = splitQuote(quote, split);
      // Rounding the price of this side moves it towards the mark, so it can reach it.
      const isTowards = (of === 'buy') === (way === 'rises');
      fc.pre(isAhead && isSplitQuoteFit(after) && !isTowards);
      const marks = new PriceMarks();
      const moved = splitMark({ sense: way, points: points(set) }, [split]);
      marks.put({ id: 1, side: of, sense: way, points: moved });
      expect(marks.takeReached(after)).toEqual([]);
    }),
  );
});
