import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, orderPrice, points, type Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { ENTRY_ORDER_KINDS, OrderBook, OrderDeadlines } from './order.ts';
import type { EntryOrder } from './order.ts';

const ORDER: EntryOrder = {
  id: 1,
  accountId: 1,
  symbol: 'EURUSD',
  direction: 'buy',
  kind: 'limit',
  amountCents: cents(10_000),
  leverage: 30,
  points: points(100),
  stopPoints: null,
  stopDistance: null,
  targetPoints: null,
  targetDistance: null,
  trailDistance: null,
  expiry: 'gtc',
  expiresAtMs: 1,
  ocoId: null,
  placedAtMs: 0,
};

/** An independent implementation of the trigger conditions, written as a table. */
function triggers({ direction, kind, points: price }: EntryOrder, quote: Quote): boolean {
  const fill = orderPrice(direction, quote);
  if (direction === 'buy') return kind === 'limit' ? fill <= price : quote.askPoints >= price;
  return kind === 'limit' ? fill >= price : quote.bidPoints <= price;
}

const steps = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  isRemoval: fc.boolean(),
  direction: fc.constantFrom(...DIRECTIONS),
  kind: fc.constantFrom(...ENTRY_ORDER_KINDS),
  // Prices around those at which the rounded mark-up increases by a point.
  price: fc.integer({ min: 3_990, max: 4_020 }),
  sell: fc.integer({ min: 3_990, max: 4_020 }),
  spread: fc.integer({ min: 0, max: 9 }),
  expiresAtMs: fc.integer({ min: 1, max: 50 }),
  atMs: fc.integer({ min: 1, max: 50 }),
});

it('finds the same orders as a full scan, by id', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 120 }), (history) => {
      const book = new OrderBook();
      const deadlines = new OrderDeadlines();
      const known = new Map<number, EntryOrder>();
      for (const { id, isRemoval, price, sell, spread, atMs, ...rest } of history) {
        const before = known.get(id);
        // The direction and kind of an order never change.
        const order = { ...ORDER, ...rest, ...before, id, points: points(price) };
        if (isRemoval) {
          book.remove(order);
          deadlines.remove(id);
          known.delete(id);
        } else {
          book.put(order);
          deadlines.put(order, order.expiresAtMs);
          known.set(id, order);
        }
        const quote = {
          symbol: 'EURUSD',
          bidPoints: points(sell),
          askPoints: points(sell + spread),
          sequence: 1,
          source: 'test',
          sourceAtMs: 0,
          receivedAtMs: 0,
        };
        const ids = [...known.keys()].toSorted((one, other) => one - other);
        const reached = ids.filter((one) => triggers(known.get(one) ?? ORDER, quote));
        expect(book.listReached(quote).map((key) => key.id)).toEqual(reached);
        expect(book.list().map((key) => key.id)).toEqual(ids);
        const due = ids.filter((one) => (known.get(one)?.expiresAtMs ?? 0) <= atMs);
        expect(deadlines.listDue(atMs).map((key) => key.id)).toEqual(due);
        expect([book.size, deadlines.size]).toEqual([ids.length, ids.length]);
      }
    }),
  );
});
