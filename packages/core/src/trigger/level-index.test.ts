import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, points, type Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import type { Position } from '#position/position.ts';
import { listFiredLevels } from './fired-levels.ts';
import { LevelIndex } from './level-index.ts';

function quoteOf(symbol: string, sell: number, buy = sell): Quote {
  const prices = { sellPoints: points(sell), buyPoints: points(buy) };
  return { symbol, ...prices, sequence: 1, source: 'test', sourceAtMs: 0, receivedAtMs: 0 };
}

const POSITION: Position = {
  id: 1,
  accountId: 1,
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: cents(10_000),
  leverage: 10,
  openPoints: points(1_000),
  openedAtMs: 0,
  openQuote: quoteOf('EURUSD', 1_000),
  stopPoints: null,
  targetPoints: null,
  terminationPoints: points(900),
  isProtected: false,
  isAutomatic: false,
};

const prices = fc.integer({ min: 1, max: 60 });
const symbols = fc.constantFrom('EURUSD', 'BTCUSD');
const changes = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  isRemoval: fc.boolean(),
  symbol: symbols,
  direction: fc.constantFrom(...DIRECTIONS),
  stopPoints: fc.option(prices.map(points)),
  targetPoints: fc.option(prices.map(points)),
  terminationPoints: prices.map(points),
});

it('names exactly the positions whose levels a quote reaches', () => {
  const quotes = fc.tuple(symbols, prices, fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(changes, quotes), { maxLength: 80 }), (history) => {
      const index = new LevelIndex(['EURUSD', 'BTCUSD']);
      const open = new Map<number, Position>();
      for (const [{ isRemoval, ...change }, [symbol, sell, spread]] of history) {
        const known = open.get(change.id);
        if (isRemoval && known !== undefined) {
          index.remove(known);
          open.delete(known.id);
        } else {
          // A position that is there keeps its symbol and direction.
          const { symbol: own, direction } = known ?? change;
          const position = { ...POSITION, ...change, symbol: own, direction };
          index.put(position);
          open.set(position.id, position);
        }
        const quote = quoteOf(symbol, sell, sell + spread);
        const own = [...open.values()].filter((position) => position.symbol === symbol);
        const fired = listFiredLevels(own, quote, undefined).map(({ position }) => position);
        const reached = index.listReached(quote).toSorted((first, second) => first.id - second.id);
        expect(reached).toEqual(fired);
      }
    }),
    { numRuns: 400 },
  );
});

it('asserts that a symbol is listed, and that what leaves was there', () => {
  const index = new LevelIndex(['EURUSD']);
  expect(() => index.put({ ...POSITION, symbol: 'NONE' })).toThrow('NONE is listed');
  expect(() => index.listReached(quoteOf('NONE', 1))).toThrow('NONE is listed');
  expect(() => index.remove(POSITION)).toThrow('position 1 is watched');
});
