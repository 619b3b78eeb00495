// Compares closing a position in parts with closing it whole.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Points } from '#instrument/instrument.ts';
import { points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { profit } from '#position/position.ts';
import type { Event } from './event.ts';
import { createTestEngine, START_MS, type TestEngine } from './testing/test-engine.ts';

const PART_MIN = 100;
const OPEN_POINTS = 100_025;

type Case = {
  readonly direction: 'buy' | 'sell';
  readonly hasGuaranteedStop: boolean;
  readonly parts: readonly number[];
  readonly price: number;
  readonly split: readonly [newUnits: number, oldUnits: number] | undefined;
  readonly splitAfter: number;
};

const CASES = fc.record({
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  hasGuaranteedStop: fc.boolean(),
  parts: fc.array(fc.integer({ min: PART_MIN, max: 700 }), { minLength: 1, maxLength: 8 }),
  price: fc.integer({ min: 98_600, max: 101_400 }),
  split: fc.constantFrom(undefined, [4, 1] as const, [1, 3] as const, [7, 3] as const),
  splitAfter: fc.nat({ max: 8 }),
});

/** Returns the sum in cents that the engine books when the position is closed in these parts. */
function earn({ direction, hasGuaranteedStop, parts, price, split, splitAfter }: Case): number {
  const engine = createTestEngine({ marginCloseOutPercent: 0 });
  engine.addAccount(10_000_000, { hasGuaranteedStop });
  engine.tick('EURUSD', 100_000, 100_000);
  const amountCents = parts.reduce((sum, part) => sum + part, 0);
  const requestedPoints = direction === 'buy' ? 100_025 : 99_975;
  const id = engine.open({
    symbol: 'EURUSD',
    direction,
    amountCents,
    leverage: 30,
    requestedPoints,
  });
  const before = engine.account().cashCents;
  engine.tick('EURUSD', price, price);
  parts.forEach((part, index) => {
    if (split !== undefined && index === splitAfter % parts.length) splitBy(engine, split);
    engine.close(id, index === parts.length - 1 ? null : part);
  });
  expect(engine.account().positions.size).toBe(0);
  return engine.account().cashCents - before;
}

function splitBy(engine: TestEngine, [newUnits, oldUnits]: readonly [number, number]): void {
  engine.setState('EURUSD', 'halted');
  engine.run({
    kind: 'split-symbol',
    accountId: 0,
    atMs: START_MS,
    symbol: 'EURUSD',
    newUnits,
    oldUnits,
    action: 'split:1',
  });
  engine.setState('EURUSD', 'live');
}

it('never earns more in partial closes than in one, also with splits and guarantees', () => {
  fc.assert(
    fc.property(CASES, (drawn) => {
      const whole = drawn.parts.reduce((sum, part) => sum + part, 0);
      const inParts = earn(drawn);
      const asWhole = earn({ ...drawn, parts: [whole], splitAfter: 0 });
      expect(inParts).toBeLessThanOrEqual(asWhole);
      // Closing in parts and closing whole differ by at most a cent, and only where the whole would
      // be rounded up from exactly a half.
      expect(asWhole - inParts).toBeLessThanOrEqual(drawn.split === undefined ? 1 : 2);
    }),
    { numRuns: 400 },
  );
});

it('books the rounded exact sum of the parts after each partial close', () => {
  const parts = fc.array(
    fc.tuple(fc.integer({ min: PART_MIN, max: 700 }), fc.integer({ min: 98_600, max: 101_400 })),
    { minLength: 2, maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, (drawn) => {
      const engine = createTestEngine({ marginCloseOutPercent: 0 });
      engine.addAccount(10_000_000);
      engine.tick('EURUSD', 100_000, 100_000);
      const amountCents = drawn.reduce((sum, [part]) => sum + part, 0);
      const order = { symbol: 'EURUSD', direction: 'buy', leverage: 30 } as const;
      const id = engine.open({ ...order, amountCents, requestedPoints: OPEN_POINTS });
      const before = engine.account().cashCents;
      let exact = 0n;
      drawn.forEach(([part, price], index) => {
        engine.tick('EURUSD', price, price);
        engine.close(id, index === drawn.length - 1 ? null : part);
        exact += BigInt(part * 30) * BigInt(price - OPEN_POINTS);
        const booked = BigInt(engine.account().cashCents - before) * BigInt(OPEN_POINTS);
        const twice = 2n * (exact - booked);
        expect(twice > BigInt(0 - OPEN_POINTS) && twice <= BigInt(OPEN_POINTS)).toBe(true);
      });
    }),
  );
});

it('gives a bot that closes in the smallest parts no extra cent', () => {
  const engine = createTestEngine({ marginCloseOutPercent: 0 });
  engine.addAccount(1_000_000);
  engine.tick('EURUSD', 100_000, 100_000);
  const order = { symbol: 'EURUSD', direction: 'buy', leverage: 30 } as const;
  const id = engine.open({ ...order, amountCents: 10_000, requestedPoints: OPEN_POINTS });
  const whole = { direction: 'buy', amountCents: cents(10_000), leverage: 30 } as const;
  // Each part earns 3,000 × 42 ÷ 100,025 = 1.26 cents, which rounding every part separately made 1;
  // at a move of 52 points it earns 1.56, which became 2.
  engine.tick('EURUSD', OPEN_POINTS + 52, OPEN_POINTS + 52);
  const before = engine.account().cashCents;
  for (let count = 0; count < 99; count += 1) engine.close(id, 100);
  engine.close(id);
  const earned = engine.account().cashCents - before;
  const openPoints: Points = points(OPEN_POINTS);
  expect(earned).toBe(profit({ ...whole, openPoints }, points(OPEN_POINTS + 52)));
});

it('moves nothing to house:protection for the rounding of a guaranteed position', () => {
  const engine = createTestEngine({ marginCloseOutPercent: 0 });
  engine.addAccount(1_000_000, { hasGuaranteedStop: true });
  engine.tick('EURUSD', 100_000, 100_000);
  const order = { symbol: 'EURUSD', direction: 'buy', leverage: 30 } as const;
  const id = engine.open({ ...order, amountCents: 10_000, requestedPoints: OPEN_POINTS });
  engine.tick('EURUSD', OPEN_POINTS + 52, OPEN_POINTS + 52);
  for (let count = 0; count < 20; count += 1) engine.close(id, 100);
  const accounts = engine.events.flatMap((event: Event) =>
    event.kind === 'position-reduced'
      ? (event.posting?.entries.map((one) => one.account) ?? [])
      : [],
  );
  expect(new Set(accounts)).toEqual(new Set(['customer:cash', 'house:trading']));
});
