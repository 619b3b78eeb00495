// What the range hides from a tick is compared with the indexes that it stands for, which their own
// tests compare with full scans; `tick-index.test.ts` compares whole ticks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, orderPrice, points, quotePricesAround } from '#instrument/instrument.ts';
import type { Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { OrderBook, type EntryOrder } from '#order/order.ts';
import type { Position } from '#position/position.ts';
import { CalmRange, MarginBands, SymbolLevels } from '#trigger/trigger.ts';

// Orders have a mark-up of 0.025 %, so that prices of this size differ from order prices by a few points.
const price = fc.integer({ min: 19_980, max: 20_020 });

function quoteOf(bid: number, spread: number): Quote {
  return {
    symbol: 'EURUSD',
    bidPoints: points(bid),
    askPoints: points(bid + spread),
    sequence: 1,
    source: 'test',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
}

function positionOf(id: number, direction: 'buy' | 'sell', levels: readonly number[]): Position {
  const [stop = 1, target = 1, stopOut = 1, best = 1] = levels;
  return {
    id,
    accountId: 1,
    symbol: 'EURUSD',
    direction,
    amountCents: cents(10_000),
    leverage: 10,
    openPoints: points(20_000),
    openedAtMs: 0,
    openQuote: quoteOf(20_000, 0),
    stopPoints: points(stop),
    targetPoints: points(target),
    stopOutPoints: points(stopOut),
    hasGuaranteedStop: false,
    isAutomatic: false,
    trail: { distance: points(12), bestPoints: points(best), bestSequence: 0 },
  };
}

function orderOf(id: number, of: Pick<EntryOrder, 'kind' | 'direction' | 'points'>): EntryOrder {
  return {
    id,
    accountId: 1,
    symbol: 'EURUSD',
    amountCents: cents(10_000),
    leverage: 1,
    stopPoints: null,
    stopDistance: null,
    targetPoints: null,
    targetDistance: null,
    trailDistance: null,
    expiry: 'gtc',
    expiresAtMs: 1,
    ocoId: null,
    placedAtMs: 0,
    ...of,
  };
}

const change = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom('position', 'order', 'remove', 'accept'),
  direction: fc.constantFrom(...DIRECTIONS),
  kind: fc.constantFrom('limit', 'stop'),
  prices: fc.array(price, { minLength: 4, maxLength: 4 }),
  quote: fc.tuple(price, fc.integer({ min: 0, max: 4 })),
});

it('contains only quotes that reach no level and no order, and move no trailing stop', () => {
  let calmQuotes = 0;
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (history) => {
      const calm = new CalmRange();
      const levels = new SymbolLevels(calm);
      const orders = new OrderBook(calm);
      const open = new Map<number, Position>();
      for (const { id, what, direction, kind, prices, quote: prices2 } of history) {
        const quote = quoteOf(...prices2);
        const known = open.get(id);
        if (what === 'order') {
          orders.put(orderOf(id, { kind, direction, points: points(prices[0] ?? 1) }));
        } else if (what === 'position') {
          const position = positionOf(id, known?.direction ?? direction, prices);
          levels.put(position);
          open.set(id, position);
        } else if (what === 'accept') {
          levels.accept(quote);
        } else {
          orders.remove({ id, kind });
          if (known !== undefined) levels.remove(known);
          open.delete(id);
        }
        if (calm.isOutdated) {
          calm.renew();
          levels.narrow(calm);
          orders.narrow(calm);
        }
        if (!calm.contains(quote)) continue;
        calmQuotes += 1;
        expect(levels.listReached(quote)).toEqual([]);
        expect(orders.listReached(quote)).toEqual([]);
        const current = () => [...open.values()].map((one) => levels.current(one).trail);
        const before = current();
        levels.accept(quote);
        expect(current()).toEqual(before);
      }
    }),
    { numRuns: 500 },
  );
  expect(calmQuotes).toBeGreaterThan(100);
});

it('contains no quote once a structure has changed', () => {
  const calm = new CalmRange();
  const orders = new OrderBook(calm);
  calm.renew();
  orders.narrow(calm);
  expect(calm.contains(quoteOf(20_000, 1))).toBe(true);
  orders.put(orderOf(1, { kind: 'stop', direction: 'buy', points: points(30_000) }));
  expect(calm.contains(quoteOf(20_000, 1))).toBe(false);
});

it('contains no quote once an account must be measured at the next tick', () => {
  const position = positionOf(1, 'buy', [1, 30_000, 1, 20_000]);
  const account = { id: 1, balanceCents: 0, floorPercent: 50, ceilingPercent: null };
  const bands = new MarginBands(['EURUSD'], () => ({ ...account, positions: [position] }));
  const calm = bands.calmOf('EURUSD');
  calm.renew();
  bands.touch(1, position);
  expect(calm.isOutdated).toBe(true);
  calm.renew();
  bands.narrow(bands.sidesOf('EURUSD'), calm);
  expect(calm.contains(quoteOf(20_000, 1))).toBe(false);
});

it('knows which quote prices certainly have a higher or lower order price', () => {
  const wide = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(wide, fc.integer({ min: -300_000, max: 300_000 }), (bound, offset) => {
      const quote = quoteOf(Math.max(1, bound + offset), 0);
      for (const direction of DIRECTIONS) {
        const { above, below } = quotePricesAround(direction, bound);
        if (quote.bidPoints > above) expect(orderPrice(direction, quote)).toBeGreaterThan(bound);
        if (quote.bidPoints < below) expect(orderPrice(direction, quote)).toBeLessThan(bound);
        expect(above - below).toBeLessThan(3);
      }
    }),
  );
});
