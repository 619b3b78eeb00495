import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, points, type Quote } from '#instrument/instrument.ts';
import { MARK_SENSES, PriceMarks, type PriceMark } from './price-marks.ts';

function quoteOf(sell: number, buy: number): Quote {
  return {
    symbol: 'EURUSD',
    bidPoints: points(sell),
    askPoints: points(buy),
    sequence: 1,
    source: 'test',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
}

/** The naive oracle: compares every mark with the quote. */
function isReached({ side, sense, points: price }: PriceMark, quote: Quote): boolean {
  const now = side === 'buy' ? quote.askPoints : quote.bidPoints;
  return sense === 'rises' ? now >= price : now <= price;
}

it.each([
  ['buy', 'rises', 101, 99, 100, 101],
  ['buy', 'falls', 99, 97, 100, 99],
  ['sell', 'rises', 100, 99, 101, 100],
  ['sell', 'falls', 98, 99, 101, 98],
] as const)('returns a mark on the %s price that %s once it is reached', (...row) => {
  const [side, sense, price, sell, buy, there] = row;
  const marks = new PriceMarks();
  const mark = { id: 7, side, sense, points: points(price) };
  marks.put(mark);
  expect(marks.takeReached(quoteOf(sell, buy))).toEqual([]);
  const quote = side === 'buy' ? quoteOf(90, there) : quoteOf(there, 110);
  expect(marks.takeReached(quote)).toEqual([mark]);
  expect(marks.takeReached(quote)).toEqual([]);
  expect(marks.size).toBe(0);
});

it('returns exactly the marks of a full scan, each once', () => {
  const prices = fc.integer({ min: 1, max: 60 });
  const steps = fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    isRemoval: fc.boolean(),
    side: fc.constantFrom(...DIRECTIONS),
    sense: fc.constantFrom(...MARK_SENSES),
    price: prices,
    sell: prices,
    spread: fc.integer({ min: 0, max: 9 }),
    isQuote: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 120 }), (history) => {
      const marks = new PriceMarks();
      const known = new Map<number, PriceMark>();
      for (const { id, isRemoval, side, sense, price, sell, spread, isQuote } of history) {
        if (isRemoval) {
          marks.remove(id);
          known.delete(id);
        } else {
          const mark = known.get(id) ?? { id, side, sense, points: points(price) };
          marks.put(mark);
          known.set(id, mark);
        }
        if (isQuote) {
          const quote = quoteOf(sell, sell + spread);
          const expected = [...known.values()].filter((mark) => isReached(mark, quote));
          const taken = marks.takeReached(quote);
          expect(taken.toSorted((one, other) => one.id - other.id)).toEqual(
            expected.toSorted((one, other) => one.id - other.id),
          );
          for (const mark of expected) known.delete(mark.id);
        }
        expect(marks.size).toBe(known.size);
      }
    }),
    { numRuns: 400 },
  );
});
