// Accounts computed by hand from the formulas: amount × leverage × move ÷ open rate, E = B +
// profit, close-out below half of the used margin.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestEngine, summaryOf, type Order, type TestEngine } from './testing/test-engine.ts';
import type { AccountTerms } from './state.ts';

// With the mark-up 1.09973 fills at 1.10000, and 199.95 at 200.00.
const EURUSD: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 366_667,
  leverage: 30,
  requestedPoints: 110_000,
};
const AAPL: Order = {
  symbol: 'AAPL',
  direction: 'buy',
  amountCents: 400_000,
  leverage: 5,
  requestedPoints: 20_000,
};

function prepared(cashCents: number, terms: Partial<AccountTerms> = {}): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(cashCents, terms);
  engine.tick('EURUSD', 109_973, 109_973);
  engine.tick('AAPL', 19_995, 19_995);
  return engine;
}

function withBoth(): TestEngine {
  const engine = prepared(1_000_000);
  engine.open(EURUSD);
  engine.open(AAPL);
  expect(engine.account().positions.get(1)).toMatchObject({ stopOutPoints: 106_370 });
  expect(engine.account().positions.get(2)).toMatchObject({ stopOutPoints: 16_000 });
  return engine;
}

it('keeps both positions at a level of 58.69 %', () => {
  const engine = withBoth();
  // 11,000,010 × 3,000 ÷ 110,000 = 300,000.27; 2,000,000 × 2,500 ÷ 20,000 = 250,000.
  expect(engine.tick('EURUSD', 107_000, 107_000)).toEqual([]);
  expect(engine.tick('AAPL', 17_500, 17_500)).toEqual([]);
  expect(engine.figures()).toMatchObject({
    profitCents: -550_000,
    equityCents: 450_000,
    usedMarginCents: 766_667,
    marginLevelPercent: 58.69,
  });
});

it('closes the larger loss at a level of 49.56 %, and stops at 103.63 %', () => {
  const engine = withBoth();
  engine.tick('EURUSD', 107_000, 107_000);
  // 2,000,000 × 3,200 ÷ 20,000 = 320,000: E = 380,000 < 383,333.5.
  expect(summaryOf(engine.tick('AAPL', 16_800, 16_800))).toEqual([
    [2, 'low-margin', 16_800, -320_000],
  ]);
  expect(engine.figures()).toMatchObject({
    balanceCents: 680_000,
    equityCents: 380_000,
    usedMarginCents: 366_667,
    marginLevelPercent: 103.63,
  });
});

it('resets a balance to zero after a gap', () => {
  const engine = prepared(366_667);
  engine.open(EURUSD);
  // Profit in cents: 11,000,010 × 5,000 ÷ 110,000 = 500,000.45.
  expect(summaryOf(engine.tick('EURUSD', 105_000, 105_000))).toEqual([
    [1, 'low-margin', 105_000, -500_000],
    ['protection', 133_333, -133_333],
  ]);
  expect(engine.account().cashCents).toBe(0);
});

it('stops a guaranteed position out at its stop-out price, at the broker’s cost', () => {
  const engine = prepared(366_667, { hasGuaranteedStop: true });
  engine.open(EURUSD);
  // 11,000,010 × 3,630 ÷ 110,000 = 363,000.33 of 500,000.45.
  const events = engine.tick('EURUSD', 105_000, 105_000);
  expect(summaryOf(events)).toEqual([[1, 'low-margin', 106_370, -363_000]]);
  expect(events).toMatchObject([
    {
      posting: {
        entries: [{ amountCents: -363_000 }, { amountCents: 500_000 }, { amountCents: -137_000 }],
      },
    },
  ]);
  expect(engine.account().cashCents).toBe(3_667);
});

it('stops out at 15 with a loss of 112.5 % of the margin, guaranteed with no more than the margin', () => {
  const order = { ...EURUSD, amountCents: 100_000, leverage: 15 };
  const engine = prepared(1_000_000);
  engine.open(order);
  // 110,000 × 7.5 % = 8,250; 1,500,000 × 8,250 ÷ 110,000 = 112,500.
  expect(engine.tick('EURUSD', 101_751, 101_751)).toEqual([]);
  expect(summaryOf(engine.tick('EURUSD', 101_750, 101_750))).toEqual([
    [1, 'low-margin', 101_750, -112_500],
  ]);

  const limited = prepared(1_000_000, { hasGuaranteedStop: true });
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
  const engine = prepared(20_000);
  engine.tick('EURUSD', 99_975, 99_975);
  engine.open({ ...EURUSD, amountCents: 20_000, leverage, requestedPoints: 100_000 });
  expect(engine.tick('EURUSD', 100_000 - still, 100_000 - still)).toEqual([]);
  expect(engine.tick('EURUSD', 100_000 - closes, 100_000 - closes)).toMatchObject([
    { position: { closingReason: 'low-margin' } },
  ]);
});

it('opens one of a hundred orders when the funds suffice for one', () => {
  for (let round = 0; round < 200; round += 1) {
    const engine = prepared(20_000 + round);
    const decisions = Array.from({ length: 100 }, () =>
      engine.order({ ...EURUSD, amountCents: 20_000 - round }),
    );
    const [first, ...others] = decisions;
    expect(first?.kind).toBe('decided');
    expect(new Set(others.map((decision) => decision.kind))).toEqual(new Set(['refused']));
    expect(engine.account().positions.size).toBe(1);
  }
});

it('pays nothing for a hedged gap in either direction', () => {
  const gaps = fc.integer({ min: 1, max: 400_000 });
  const spreads = fc.integer({ min: 0, max: 50 });
  const amounts = fc.integer({ min: 100, max: 48_000 });
  fc.assert(
    fc.property(gaps, spreads, amounts, amounts, (price, spread, long, short) => {
      const engine = createTestEngine();
      engine.addAccount(100_000);
      engine.tick('EURUSD', 100_000, 100_008);
      const buy = { ...EURUSD, requestedPoints: 100_033 };
      const sell = { ...EURUSD, direction: 'sell', requestedPoints: 99_975 } as const;
      engine.open({ ...buy, amountCents: long });
      engine.open({ ...sell, amountCents: short });
      engine.tick('EURUSD', price, price + spread);
      const atMs = engine.clock.nowMs;
      engine.run({ kind: 'close-positions', accountId: 1, atMs, which: 'all' });
      // The unhedged part can win or lose; the hedged part only has costs.
      const { cashCents } = engine.account();
      const bare = ((long - short) * 30 * (price - 100_033)) / 100_033;
      const bareShort = ((short - long) * 30 * (99_975 - price)) / 99_975;
      const won = Math.max(0, long > short ? bare : bareShort);
      expect(cashCents).toBeGreaterThanOrEqual(0);
      expect(cashCents).toBeLessThanOrEqual(100_000 + Math.ceil(won) + 1);
    }),
  );
});
