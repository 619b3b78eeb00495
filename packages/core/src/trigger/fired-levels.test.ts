import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, points, type Points, type Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import type { ClosingReason, Position } from '#position/position.ts';
import { listFiredLevels } from './fired-levels.ts';

function quoteOf(sell: number, buy = sell + 10): Quote {
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

const LONG: Position = {
  id: 1,
  accountId: 1,
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: cents(10_000),
  leverage: 10,
  openPoints: points(1_000),
  openedAtMs: 0,
  openQuote: quoteOf(1_000),
  stopPoints: points(950),
  targetPoints: points(1_100),
  stopOutPoints: points(900),
  hasGuaranteedStop: false,
  isAutomatic: false,
};
const SHORT: Position = {
  ...LONG,
  direction: 'sell',
  stopPoints: points(1_050),
  targetPoints: points(900),
  stopOutPoints: points(1_100),
};

function reasonOf(position: Position, quote: Quote, previous?: Quote): string | undefined {
  return listFiredLevels([position], quote, previous)[0]?.reason;
}

it.each([
  [951, undefined],
  [950, 'stop-loss'],
  [900, 'stop-loss'],
  [500, 'stop-loss'],
  [1_099, undefined],
  [1_100, 'take-profit'],
  [2_000, 'take-profit'],
])('fires a long at the bid %i: %s [s-position-stop-loss] [s-position-take-profit]', (...row) => {
  const [sell, reason] = row;
  expect(reasonOf(LONG, quoteOf(sell, sell + 500), quoteOf(1_000))).toBe(reason);
});

it.each([
  [1_049, undefined],
  [1_050, 'stop-loss'],
  [1_100, 'stop-loss'],
  [901, undefined],
  [900, 'take-profit'],
  [500, 'take-profit'],
])('fires a short at the ask %i: %s [s-position-stop-loss] [s-position-take-profit]', (...row) => {
  const [buy, reason] = row;
  expect(reasonOf(SHORT, quoteOf(400, buy), quoteOf(990))).toBe(reason);
});

it('fires the stop-out without a stop loss, or with a stop loss beyond it [s-position-low-margin]', () => {
  const bare = { ...LONG, stopPoints: null, targetPoints: null };
  expect(reasonOf(bare, quoteOf(901), quoteOf(1_000))).toBeUndefined();
  expect(reasonOf(bare, quoteOf(900), quoteOf(1_000))).toBe('low-margin');
  const behind = { ...LONG, stopPoints: points(880) };
  expect(reasonOf(behind, quoteOf(800), quoteOf(1_000))).toBe('low-margin');
});

it('prefers stop loss, then take profit, then stop-out if levels are equal', () => {
  const all = { ...LONG, stopPoints: points(900), targetPoints: points(900) };
  expect(reasonOf(all, quoteOf(900), quoteOf(900))).toBe('stop-loss');
  expect(reasonOf({ ...all, stopPoints: null }, quoteOf(900), quoteOf(900))).toBe('take-profit');
  expect(reasonOf({ ...LONG, stopPoints: points(900) }, quoteOf(850), quoteOf(950))).toBe(
    'stop-loss',
  );
});

it('treats a level at the previous price as the first on any path', () => {
  const standing = { ...LONG, stopPoints: points(1_000), targetPoints: points(1_000) };
  expect(reasonOf(standing, quoteOf(1_001), quoteOf(1_000))).toBe('take-profit');
  expect(reasonOf(standing, quoteOf(850), quoteOf(1_000))).toBe('stop-loss');
});

it('treats levels that the previous price had passed as equally near', () => {
  const passed = { ...LONG, stopPoints: points(880) };
  expect(reasonOf(passed, quoteOf(840), quoteOf(850))).toBe('stop-loss');
});

it('starts the path at the opening price if there is no previous price', () => {
  expect(reasonOf(LONG, quoteOf(850))).toBe('stop-loss');
  expect(reasonOf({ ...LONG, stopPoints: points(890) }, quoteOf(850))).toBe('low-margin');
  expect(reasonOf(LONG, quoteOf(1_200))).toBe('take-profit');
});

it('lists the fired positions by id, whatever order they come in', () => {
  const positions = [7, 3, 5].map((id) => ({ ...LONG, id }));
  const untouched = { ...LONG, id: 4, stopPoints: points(100), stopOutPoints: points(100) };
  const fired = listFiredLevels([...positions, untouched], quoteOf(900), undefined);
  expect(fired.map(({ position }) => position.id)).toEqual([3, 5, 7]);
});

/**
 * A naive model: the price moves one point at a time, and the first level that it reaches fires.
 */
function walk(position: Position, from: number, to: number): ClosingReason | undefined {
  const step = Math.sign(to - from);
  const isMet = (level: Points | null, price: number, isBelow: boolean) =>
    level !== null && (isBelow ? price <= level : price >= level);
  for (let price = from; ; price += step) {
    const isLong = position.direction === 'buy';
    if (isMet(position.stopPoints, price, isLong)) return 'stop-loss';
    if (isMet(position.targetPoints, price, !isLong)) return 'take-profit';
    if (isMet(position.stopOutPoints, price, isLong)) return 'low-margin';
    if (price === to) return undefined;
  }
}

it('fires the level that a point-by-point walk of the price meets first', () => {
  const prices = fc.integer({ min: 1, max: 40 });
  const cases = fc.record({
    direction: fc.constantFrom(...DIRECTIONS),
    stopPoints: fc.option(prices.map(points)),
    targetPoints: fc.option(prices.map(points)),
    stopOutPoints: prices.map(points),
    from: prices,
    to: prices,
  });
  fc.assert(
    fc.property(cases, ({ from, to, ...levels }) => {
      const position = { ...LONG, ...levels };
      // A level beyond the previous price has already fired or could not fire.
      fc.pre(walk(position, from, from) === undefined);
      const isLong = position.direction === 'buy';
      const at = (price: number) => (isLong ? quoteOf(price, price + 5) : quoteOf(1, price));
      expect(reasonOf(position, at(to), at(from))).toBe(walk(position, from, to));
    }),
    { numRuns: 5_000 },
  );
});

it('lists what fires in the order of ids, however large they are', () => {
  const ids = fc.oneof(
    fc.integer({ min: 1, max: 1_000 }),
    fc.integer({ min: Number.MAX_SAFE_INTEGER - 1_000, max: Number.MAX_SAFE_INTEGER }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(ids, { minLength: 1, maxLength: 200 }), (unordered) => {
      const positions = unordered.map((id) => ({ ...LONG, id }));
      const fired = listFiredLevels(positions, quoteOf(900), quoteOf(1_000));
      const listed = fired.map(({ position }) => position.id);
      expect(listed).toEqual(unordered.toSorted((first, second) => first - second));
    }),
  );
});
