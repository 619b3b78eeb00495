// Compares closing a position in parts with closing it whole.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Points } from '#instrument/instrument.ts';
import { points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { profit } from '#position/position.ts';
import type { Event } from './event.ts';
import { createWorld, START_MS, type World } from './testing/world.ts';

const PART_MIN = 100;
const OPEN_POINTS = 100_025;

type Case = {
  readonly direction: 'buy' | 'sell';
  readonly isProtected: boolean;
  readonly parts: readonly number[];
  readonly price: number;
  readonly split: readonly [newUnits: number, oldUnits: number] | undefined;
  readonly splitAfter: number;
};

const CASES = fc.record({
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  isProtected: fc.boolean(),
  parts: fc.array(fc.integer({ min: PART_MIN, max: 700 }), { minLength: 1, maxLength: 8 }),
  price: fc.integer({ min: 98_600, max: 101_400 }),
  split: fc.constantFrom(undefined, [4, 1] as const, [1, 3] as const, [7, 3] as const),
  splitAfter: fc.nat({ max: 8 }),
});

/** Returns the sum in cents that the engine books when the position is closed in these parts. */
function earn({ direction, isProtected, parts, price, split, splitAfter }: Case): number {
  const world = createWorld({ marginCloseOutPercent: 0 });
  world.addAccount(10_000_000, { isProtected });
  world.tick('EURUSD', 100_000, 100_000);
  const amountCents = parts.reduce((sum, part) => sum + part, 0);
  const seenPoints = direction === 'buy' ? 100_025 : 99_975;
  const id = world.open({ symbol: 'EURUSD', direction, amountCents, leverage: 30, seenPoints });
  const before = world.account().cashCents;
  world.tick('EURUSD', price, price);
  parts.forEach((part, index) => {
    if (split !== undefined && index === splitAfter % parts.length) splitBy(world, split);
    world.close(id, index === parts.length - 1 ? null : part);
  });
  expect(world.account().positions.size).toBe(0);
  return world.account().cashCents - before;
}

function splitBy(world: World, [newUnits, oldUnits]: readonly [number, number]): void {
  world.setState('EURUSD', 'halted');
  world.run({
    kind: 'split-symbol',
    accountId: 0,
    atMs: START_MS,
    symbol: 'EURUSD',
    newUnits,
    oldUnits,
    action: 'split:1',
  });
  world.setState('EURUSD', 'live');
}

it('never earns more in parts than the whole would, through splits and guarantees too', () => {
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

it('books at every moment what the exact sum of the parts rounds to', () => {
  const parts = fc.array(
    fc.tuple(fc.integer({ min: PART_MIN, max: 700 }), fc.integer({ min: 98_600, max: 101_400 })),
    { minLength: 2, maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, (drawn) => {
      const world = createWorld({ marginCloseOutPercent: 0 });
      world.addAccount(10_000_000);
      world.tick('EURUSD', 100_000, 100_000);
      const amountCents = drawn.reduce((sum, [part]) => sum + part, 0);
      const order = { symbol: 'EURUSD', direction: 'buy', leverage: 30 } as const;
      const id = world.open({ ...order, amountCents, seenPoints: OPEN_POINTS });
      const before = world.account().cashCents;
      let exact = 0n;
      drawn.forEach(([part, price], index) => {
        world.tick('EURUSD', price, price);
        world.close(id, index === drawn.length - 1 ? null : part);
        exact += BigInt(part * 30) * BigInt(price - OPEN_POINTS);
        const booked = BigInt(world.account().cashCents - before) * BigInt(OPEN_POINTS);
        const twice = 2n * (exact - booked);
        expect(twice > BigInt(0 - OPEN_POINTS) && twice <= BigInt(OPEN_POINTS)).toBe(true);
      });
    }),
  );
});

it('gives a bot that closes in smallest parts no cent more', () => {
  const world = createWorld({ marginCloseOutPercent: 0 });
  world.addAccount(1_000_000);
  world.tick('EURUSD', 100_000, 100_000);
  const order = { symbol: 'EURUSD', direction: 'buy', leverage: 30 } as const;
  const id = world.open({ ...order, amountCents: 10_000, seenPoints: OPEN_POINTS });
  const whole = { direction: 'buy', amountCents: cents(10_000), leverage: 30 } as const;
  // Each part earns 3,000 × 42 ÷ 100,025 = 1.26 cents, which rounding every part separately made 1;
  // at a move of 52 points it earns 1.56, which became 2.
  world.tick('EURUSD', OPEN_POINTS + 52, OPEN_POINTS + 52);
  const before = world.account().cashCents;
  for (let count = 0; count < 99; count += 1) world.close(id, 100);
  world.close(id);
  const earned = world.account().cashCents - before;
  const openPoints: Points = points(OPEN_POINTS);
  expect(earned).toBe(profit({ ...whole, openPoints }, points(OPEN_POINTS + 52)));
});

it('moves nothing to house:protection for the rounding of a guaranteed position', () => {
  const world = createWorld({ marginCloseOutPercent: 0 });
  world.addAccount(1_000_000, { isProtected: true });
  world.tick('EURUSD', 100_000, 100_000);
  const order = { symbol: 'EURUSD', direction: 'buy', leverage: 30 } as const;
  const id = world.open({ ...order, amountCents: 10_000, seenPoints: OPEN_POINTS });
  world.tick('EURUSD', OPEN_POINTS + 52, OPEN_POINTS + 52);
  for (let count = 0; count < 20; count += 1) world.close(id, 100);
  const accounts = world.events.flatMap((event: Event) =>
    event.kind === 'position-reduced'
      ? (event.posting?.entries.map((one) => one.account) ?? [])
      : [],
  );
  expect(new Set(accounts)).toEqual(new Set(['customer:cash', 'house:trading']));
});
