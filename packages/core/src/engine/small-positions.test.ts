// A bot opens many small positions and closes each where rounding is in its favour. It can gain at
// most half a cent per position, so opening must cost more.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestEngine } from './testing/test-engine.ts';

const OPEN_POINTS = { buy: 100_025, sell: 99_975 } as const;

/** Returns what 200 positions earn in cents when they all close at this price. */
function earn(order: { readonly amountCents: number; readonly leverage: number }, close: number) {
  const engine = createTestEngine({ marginCloseOutPercent: 0 });
  engine.addAccount(1_000_000);
  engine.tick('EURUSD', 100_000, 100_000);
  const before = engine.account().cashCents;
  const ids = Array.from({ length: 200 }, () =>
    engine.open({ symbol: 'EURUSD', direction: 'buy', ...order, requestedPoints: 100_025 }),
  );
  engine.tick('EURUSD', close, close);
  for (const id of ids) engine.close(id);
  return engine.account().cashCents - before;
}

// € 1.00 × 1 at 1.00025: at 1.00536 exactly 0.5109 cents, at 0.99536 −0.4889 cents. Rounded to the
// nearest cent, the bot gained € 2.00 from the first and lost nothing from the second.
it.each([
  ['gains nothing that a price below half a cent more would not', 100_536, 0],
  ['loses a cent of each that has lost half a cent', 99_536, -200],
  ['gains a whole cent of each that has earned one', 101_026, 200],
])('a bot with 200 positions of € 1.00 %s', (_, close, expected) => {
  expect(earn({ amountCents: 100, leverage: 1 }, close)).toBe(expected);
});

const SMALL = fc.record({
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  parts: fc.array(fc.integer({ min: 100, max: 700 }), { minLength: 1, maxLength: 2 }),
  leverage: fc.constantFrom(1, 2, 3),
  prices: fc.array(fc.integer({ min: 98_600, max: 101_400 }), { minLength: 2, maxLength: 2 }),
});

it('rounds a position below € 20.00 down, whole or as the sum of its parts', () => {
  fc.assert(
    fc.property(SMALL, ({ direction, parts, leverage, prices }) => {
      const amountCents = parts.reduce((sum, part) => sum + part, 0);
      fc.pre(amountCents * leverage < 2_000);
      const engine = createTestEngine({ marginCloseOutPercent: 0 });
      engine.addAccount(1_000_000);
      engine.tick('EURUSD', 100_000, 100_000);
      const before = engine.account().cashCents;
      const openPoints: number = OPEN_POINTS[direction];
      const order = { symbol: 'EURUSD', direction, amountCents, leverage } as const;
      const id = engine.open({ ...order, requestedPoints: openPoints });
      let exact = 0n;
      parts.forEach((part, index) => {
        const price = prices[index] ?? 0;
        engine.tick('EURUSD', price, price);
        const move = direction === 'buy' ? price - openPoints : openPoints - price;
        exact += BigInt(part * leverage) * BigInt(move);
        engine.close(id, index === parts.length - 1 ? null : part);
        const booked = BigInt(engine.account().cashCents - before) * BigInt(openPoints);
        expect(exact >= booked && exact - booked < BigInt(openPoints)).toBe(true);
      });
    }),
  );
});

it('rounds a position of € 20.00 to the nearest cent', () => {
  // 2,000 × 26 ÷ 100,025 = 0.5199; its mark-up alone cost 0.5 cents.
  expect(earn({ amountCents: 2_000, leverage: 1 }, 100_051)).toBe(200);
  expect(earn({ amountCents: 1_999, leverage: 1 }, 100_051)).toBe(0);
});

it('opens with the carry that rounds it down', () => {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 100_000, 100_000);
  const order = {
    symbol: 'EURUSD',
    direction: 'buy',
    leverage: 1,
    requestedPoints: 100_025,
  } as const;
  const carryOf = (amountCents: number): number | undefined =>
    engine.account().positions.get(engine.open({ ...order, amountCents }))?.carry;
  expect([carryOf(1_999), carryOf(2_000)]).toEqual([-50_012, undefined]);
});
