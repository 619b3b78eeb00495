// Accounts computed by hand from the formulas: amount × leverage × move ÷ open rate, E = B +
// profit, close-out below half of the used margin.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWorld, summaryOf, type Order, type World } from './testing/world.ts';
import type { AccountTerms } from './state.ts';

// With the mark-up 1.09973 fills at 1.10000, and 199.95 at 200.00.
const EURUSD: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 366_667,
  leverage: 30,
  seenPoints: 110_000,
};
const AAPL: Order = {
  symbol: 'AAPL',
  direction: 'buy',
  amountCents: 400_000,
  leverage: 5,
  seenPoints: 20_000,
};

function prepared(cashCents: number, terms: Partial<AccountTerms> = {}): World {
  const world = createWorld();
  world.addAccount(cashCents, terms);
  world.tick('EURUSD', 109_973, 109_973);
  world.tick('AAPL', 19_995, 19_995);
  return world;
}

function withBoth(): World {
  const world = prepared(1_000_000);
  world.open(EURUSD);
  world.open(AAPL);
  expect(world.account().positions.get(1)).toMatchObject({ terminationPoints: 106_370 });
  expect(world.account().positions.get(2)).toMatchObject({ terminationPoints: 16_000 });
  return world;
}

it('keeps both positions at a level of 58.69 %', () => {
  const world = withBoth();
  // 11,000,010 × 3,000 ÷ 110,000 = 300,000.27; 2,000,000 × 2,500 ÷ 20,000 = 250,000.
  expect(world.tick('EURUSD', 107_000, 107_000)).toEqual([]);
  expect(world.tick('AAPL', 17_500, 17_500)).toEqual([]);
  expect(world.figures()).toMatchObject({
    profitCents: -550_000,
    equityCents: 450_000,
    investedCents: 766_667,
    marginLevelPercent: 58.69,
  });
});

it('closes the larger loss at a level of 49.56 %, and stops at 103.63 %', () => {
  const world = withBoth();
  world.tick('EURUSD', 107_000, 107_000);
  // 2,000,000 × 3,200 ÷ 20,000 = 320,000: E = 380,000 < 383,333.5.
  expect(summaryOf(world.tick('AAPL', 16_800, 16_800))).toEqual([
    [2, 'low-margin', 16_800, -320_000],
  ]);
  expect(world.figures()).toMatchObject({
    balanceCents: 680_000,
    equityCents: 380_000,
    investedCents: 366_667,
    marginLevelPercent: 103.63,
  });
});

it('brings the balance to zero after a gap through it', () => {
  const world = prepared(366_667);
  world.open(EURUSD);
  // Profit in cents: 11,000,010 × 5,000 ÷ 110,000 = 500,000.45.
  expect(summaryOf(world.tick('EURUSD', 105_000, 105_000))).toEqual([
    [1, 'low-margin', 105_000, -500_000],
    ['protection', 133_333, -133_333],
  ]);
  expect(world.account().cashCents).toBe(0);
});

it('ends a protected position at its termination, the house bearing the gap', () => {
  const world = prepared(366_667, { isProtected: true });
  world.open(EURUSD);
  // 11,000,010 × 3,630 ÷ 110,000 = 363,000.33 of 500,000.45.
  const events = world.tick('EURUSD', 105_000, 105_000);
  expect(summaryOf(events)).toEqual([[1, 'low-margin', 106_370, -363_000]]);
  expect(events).toMatchObject([
    {
      posting: {
        entries: [{ amountCents: -363_000 }, { amountCents: 500_000 }, { amountCents: -137_000 }],
      },
    },
  ]);
  expect(world.account().cashCents).toBe(3_667);
});

it('ends at 15 with 112.5 % of the amount lost, protected with no more than the amount', () => {
  const order = { ...EURUSD, amountCents: 100_000, leverage: 15 };
  const world = prepared(1_000_000);
  world.open(order);
  // 110,000 × 7.5 % = 8,250; 1,500,000 × 8,250 ÷ 110,000 = 112,500.
  expect(world.tick('EURUSD', 101_751, 101_751)).toEqual([]);
  expect(summaryOf(world.tick('EURUSD', 101_750, 101_750))).toEqual([
    [1, 'low-margin', 101_750, -112_500],
  ]);

  const limited = prepared(1_000_000, { isProtected: true });
  limited.open(order);
  // The stop-out distance at leverage 15 is 110,000 ÷ 15 = 7,333.3 points; the loss there is
  // 1,500,000 × 7,333 ÷ 110,000 = 99,995.45 cents.
  expect(limited.tick('EURUSD', 102_668, 102_668)).toEqual([]);
  expect(summaryOf(limited.tick('EURUSD', 90_000, 90_000))).toEqual([
    [1, 'low-margin', 102_667, -99_995],
  ]);
});

// All funds are used as margin: half is lost when the price has moved by 50 % ÷ leverage.
it.each([
  { leverage: 30, still: 1_666, closes: 1_667 },
  { leverage: 20, still: 2_500, closes: 2_501 },
  { leverage: 10, still: 5_000, closes: 5_001 },
  { leverage: 5, still: 10_000, closes: 10_001 },
  { leverage: 2, still: 25_001, closes: 25_002 },
])('closes out at $leverage once the price has moved by $closes of 100,000', (row) => {
  const { leverage, still, closes } = row;
  const world = prepared(20_000);
  world.tick('EURUSD', 99_975, 99_975);
  world.open({ ...EURUSD, amountCents: 20_000, leverage, seenPoints: 100_000 });
  expect(world.tick('EURUSD', 100_000 - still, 100_000 - still)).toEqual([]);
  expect(world.tick('EURUSD', 100_000 - closes, 100_000 - closes)).toMatchObject([
    { position: { closingReason: 'low-margin' } },
  ]);
});

it('opens one of a hundred when the funds are there for one', () => {
  for (let round = 0; round < 200; round += 1) {
    const world = prepared(20_000 + round);
    const decisions = Array.from({ length: 100 }, () =>
      world.order({ ...EURUSD, amountCents: 20_000 - round }),
    );
    const [first, ...others] = decisions;
    expect(first?.kind).toBe('decided');
    expect(new Set(others.map((decision) => decision.kind))).toEqual(new Set(['refused']));
    expect(world.account().positions.size).toBe(1);
  }
});

it('pays nobody for a hedged gap, wherever it goes', () => {
  const gaps = fc.integer({ min: 1, max: 400_000 });
  const spreads = fc.integer({ min: 0, max: 50 });
  const amounts = fc.integer({ min: 100, max: 48_000 });
  fc.assert(
    fc.property(gaps, spreads, amounts, amounts, (price, spread, long, short) => {
      const world = createWorld();
      world.addAccount(100_000);
      world.tick('EURUSD', 100_000, 100_008);
      const buy = { ...EURUSD, seenPoints: 100_033 };
      const sell = { ...EURUSD, direction: 'sell', seenPoints: 99_975 } as const;
      world.open({ ...buy, amountCents: long });
      world.open({ ...sell, amountCents: short });
      world.tick('EURUSD', price, price + spread);
      const atMs = world.clock.nowMs;
      world.run({ kind: 'close-positions', accountId: 1, atMs, which: 'all' });
      // The unhedged part can win or lose; the hedged part only has costs.
      const { cashCents } = world.account();
      const bare = ((long - short) * 30 * (price - 100_033)) / 100_033;
      const bareShort = ((short - long) * 30 * (99_975 - price)) / 99_975;
      const won = Math.max(0, long > short ? bare : bareShort);
      expect(cashCents).toBeGreaterThanOrEqual(0);
      expect(cashCents).toBeLessThanOrEqual(100_000 + Math.ceil(won) + 1);
    }),
  );
});
