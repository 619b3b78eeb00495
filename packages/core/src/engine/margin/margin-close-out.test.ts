import { expect, it } from 'vitest';
import {
  createTestEngine,
  summaryOf,
  type Order,
  type TestEngine,
} from '../testing/test-engine.ts';
import type { AccountTerms, EngineRules } from '../state.ts';

// At 1.00000 a buy fills at 1.00025; with leverage 30 a cent of margin loses 30 × move ÷ 100,025.
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  requestedPoints: 100_025,
};

function prepared(
  cashCents: number,
  terms: Partial<AccountTerms> = {},
  rules: Partial<EngineRules> = {},
): TestEngine {
  const engine = createTestEngine(rules);
  engine.addAccount(cashCents, terms);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.tick('AAPL', 20_000, 20_000);
  return engine;
}

/**
 * Opens positions at a price without spread, then sets the price at which equity equals the balance
 * again.
 */
function openAll(engine: TestEngine, orders: readonly Partial<Order>[]): void {
  for (const order of orders) {
    engine.open({ ...BUY, ...order });
    engine.tick('EURUSD', 100_025, 100_025);
    engine.tick('EURUSD', 100_000, 100_000);
  }
}

it('closes if equity is under half of the used margin, and not at exactly half', () => {
  const engine = prepared(10_000);
  openAll(engine, [{}]);
  // Loss 300,000 × 1,667 ÷ 100,025 = 4,999.75: equity is 5,000, exactly 50 % of the used margin of
  // 10,000.
  expect(engine.tick('EURUSD', 98_358, 98_358)).toEqual([]);
  // Profit in cents: 300,000 × 1,668 ÷ 100,025 = 5,002.7…
  expect(summaryOf(engine.tick('EURUSD', 98_357, 98_357))).toEqual([
    [1, 'low-margin', 98_357, -5_003],
  ]);
  expect(engine.account().cashCents).toBe(4_997);
});

it('takes the level from the rules', () => {
  const engine = prepared(10_000, {}, { marginCloseOutPercent: 80 });
  openAll(engine, [{}]);
  // Losses: 300,000 × 667 ÷ 100,025 = 2,000.49… and 300,000 × 668 ÷ 100,025 = 2,003.4….
  expect(engine.tick('EURUSD', 99_358, 99_358)).toEqual([]);
  expect(engine.tick('EURUSD', 99_357, 99_357)).toHaveLength(1);
});

it('closes the lower id among equal losses, and no more than necessary', () => {
  const engine = prepared(31_000);
  openAll(engine, [{}, {}, {}]);
  // Each loses 300,000 × 1,834 ÷ 100,025 = 5,500.6…: E = 14,497 < 15,000; then M = 20,000.
  expect(summaryOf(engine.tick('EURUSD', 98_191, 98_191))).toEqual([
    [1, 'low-margin', 98_191, -5_501],
  ]);
  expect(engine.figures()).toMatchObject({ equityCents: 14_497, usedMarginCents: 20_000 });
});

it('closes the largest loss first', () => {
  const engine = prepared(31_000);
  openAll(engine, [{ leverage: 20 }, { leverage: 30 }, { leverage: 10 }]);
  // Losses at −3,100: 6,198, 9,298, 3,099. E = 12,405 < 15,000; M = 20,000 is then enough.
  expect(summaryOf(engine.tick('EURUSD', 96_925, 96_925))).toEqual([
    [2, 'low-margin', 96_925, -9_298],
  ]);
});

it('continues until the margin level is restored', () => {
  const engine = prepared(31_000);
  openAll(engine, [{}, {}, {}]);
  // Each loses 300,000 × 2,500 ÷ 100,025 = 7,498.1…: E = 8,506; M = 30,000, 20,000, 10,000.
  expect(summaryOf(engine.tick('EURUSD', 97_525, 97_525))).toEqual([
    [1, 'low-margin', 97_525, -7_498],
    [2, 'low-margin', 97_525, -7_498],
  ]);
});

it('keeps a position whose symbol is not live, and checks again at its next live tick', () => {
  const engine = prepared(31_000);
  openAll(engine, [{ amountCents: 15_000 }]);
  engine.open({
    ...BUY,
    symbol: 'AAPL',
    amountCents: 15_000,
    leverage: 5,
    requestedPoints: 20_005,
  });
  // AAPL falls while it is halted, and loses 75,000 × 3,005 ÷ 20,005 = 11,265.9… cents.
  engine.setState('AAPL', 'halted');
  expect(engine.tick('AAPL', 17_000, 17_000)).toEqual([]);
  // EURUSD loses 450,000 × 2,025 ÷ 100,025 = 9,110.2…: equity is 10,624 < 15,000, and enough after
  // the first close.
  expect(summaryOf(engine.tick('EURUSD', 98_000, 98_000))).toEqual([
    [1, 'low-margin', 98_000, -9_110],
  ]);
  expect(engine.figures()).toMatchObject({ equityCents: 10_624, usedMarginCents: 15_000 });

  engine.tick('AAPL', 16_100, 16_100);
  engine.tick('EURUSD', 98_000, 98_000);
  expect(engine.account().positions.size).toBe(1);
  engine.setState('AAPL', 'live');
  // AAPL loses 75,000 × 3,905 ÷ 20,005 = 14,640.0…: equity is 7,250 < 7,500.
  expect(summaryOf(engine.tick('AAPL', 16_100, 16_100))).toEqual([
    [2, 'low-margin', 16_100, -14_640],
  ]);
});

it('values a guaranteed position at its guarantee, and closes it like any other', () => {
  const engine = prepared(20_000, { hasGuaranteedStop: true });
  openAll(engine, [{ leverage: 10 }]);
  engine.open({ ...BUY, symbol: 'AAPL', amountCents: 9_000, leverage: 5, requestedPoints: 20_005 });
  // The price gap stops out position 1; the account's equity of 20,000 − 10,000 − 11 remains far
  // above 4,500.
  expect(summaryOf(engine.tick('EURUSD', 50_000, 50_000))).toEqual([
    [1, 'low-margin', 90_023, -10_000],
  ]);
});
