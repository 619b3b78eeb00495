import { DIRECTIONS, points, type Quote } from '@halyard/core/instrument';
import { MARK_SENSES, PriceMarks } from '@halyard/core/trigger';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HeldQuotes } from './held-quotes.ts';

function quoteOf(symbol: string, sequence: number, [sell, buy]: readonly [number, number]): Quote {
  return {
    symbol,
    bidPoints: points(sell),
    askPoints: points(buy),
    sequence,
    source: 'test',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
}

function listReached(quotes: readonly Quote[], symbol: string): readonly number[] {
  const marks = new PriceMarks();
  let id = 0;
  for (const side of DIRECTIONS) {
    for (const sense of MARK_SENSES) {
      for (let price = 1; price <= 40; price += 1) {
        id += 1;
        marks.put({ id, side, sense, points: points(price) });
      }
    }
  }
  return quotes
    .filter((quote) => quote.symbol === symbol)
    .flatMap((quote) => marks.takeReached(quote).map((mark) => mark.id))
    .toSorted((one, other) => one - other);
}

it('keep at most four quotes of a symbol that reach the same alerts as all quotes', () => {
  const price = fc.integer({ min: 5, max: 35 });
  const heard = fc.record({ symbol: fc.constantFrom('A', 'B'), sell: price, spread: price });
  fc.assert(
    fc.property(fc.array(heard, { maxLength: 60 }), (history) => {
      const quotes = history.map(({ symbol, sell, spread }, index) =>
        quoteOf(symbol, index, [sell, sell + spread]),
      );
      const held = new HeldQuotes();
      for (const quote of quotes) held.note(quote);
      const kept = held.take();
      for (const symbol of ['A', 'B']) {
        expect(listReached(kept, symbol)).toEqual(listReached(quotes, symbol));
        const order = kept.filter((one) => one.symbol === symbol).map(({ sequence }) => sequence);
        expect(order.length).toBeLessThanOrEqual(4);
        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }
      expect(held.take()).toEqual([]);
    }),
  );
});
