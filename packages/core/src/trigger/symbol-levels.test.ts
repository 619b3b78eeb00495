import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, points, type Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import type { Position } from '#position/position.ts';
import { listFiredLevels } from './fired-levels.ts';
import { SymbolLevels } from './symbol-levels.ts';

function quoteOf(sell: number, buy = sell): Quote {
  const prices = { bidPoints: points(sell), askPoints: points(buy) };
  return {
    symbol: 'EURUSD',
    ...prices,
    sequence: 1,
    source: 'test',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
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
  openQuote: quoteOf(1_000),
  stopPoints: null,
  targetPoints: null,
  stopOutPoints: points(900),
  hasGuaranteedStop: false,
  isAutomatic: false,
};

const prices = fc.integer({ min: 1, max: 60 });
const changes = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  isRemoval: fc.boolean(),
  direction: fc.constantFrom(...DIRECTIONS),
  stopPoints: fc.option(prices.map(points)),
  targetPoints: fc.option(prices.map(points)),
  stopOutPoints: prices.map(points),
});

it('finds exactly the positions whose levels a quote reaches', () => {
  const quotes = fc.tuple(prices, fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(changes, quotes), { maxLength: 80 }), (history) => {
      const levels = new SymbolLevels();
      const open = new Map<number, Position>();
      for (const [{ isRemoval, ...change }, [sell, spread]] of history) {
        const known = open.get(change.id);
        if (isRemoval && known !== undefined) {
          levels.remove(known);
          open.delete(known.id);
        } else {
          // An existing position keeps its direction.
          const { direction } = known ?? change;
          const position = { ...POSITION, ...change, direction };
          levels.put(position);
          open.set(position.id, position);
        }
        const quote = quoteOf(sell, sell + spread);
        const fired = listFiredLevels(open.values(), quote, undefined);
        const reached = levels.listReached(quote).toSorted((first, second) => first.id - second.id);
        expect(reached).toEqual(fired.map(({ position }) => position));
      }
    }),
    { numRuns: 400 },
  );
});

it('asserts that a removed position was present', () => {
  const levels = new SymbolLevels();
  expect(() => levels.remove(POSITION)).toThrow('position 1 is watched');
  levels.put(POSITION);
  levels.remove(POSITION);
  expect(() => levels.remove(POSITION)).toThrow('position 1 is watched');
});
