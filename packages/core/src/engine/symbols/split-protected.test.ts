import { expect, it } from 'vitest';
import { BROKER_ACCOUNT_ID } from '../command.ts';
import { createTestEngine, START_MS, summaryOf, type TestEngine } from '../testing/test-engine.ts';

const BUY = { symbol: 'AAPL', direction: 'buy', amountCents: 100_000, leverage: 5 } as const;

function split(engine: TestEngine, newUnits: number, oldUnits: number): readonly unknown[] {
  engine.setState('AAPL', 'halted');
  // The fixture numbers its quotes, and the split adds a quote of its own.
  engine.tick('BTCUSD', 9_700_000, 9_701_250);
  const named = { accountId: BROKER_ACCOUNT_ID, atMs: START_MS, action: 'split:a' } as const;
  const decision = engine.run({
    kind: 'split-symbol',
    symbol: 'AAPL',
    newUnits,
    oldUnits,
    ...named,
  });
  engine.setState('AAPL', 'live');
  return decision.kind === 'decided' ? summaryOf(decision.events) : [decision];
}

// Fills at 200.01 and 200.24: a quarter of the first is 50.0025, a fiftieth of the second 4.0048.
// Rounded to the nearest point, both opening rates would fall and the positions would gain the
// posted amount.
it.each([
  [4, 19_992, 19_996, 5_001],
  [50, 20_000, 20_019, 401],
])('loses no more than its amount over a %i:1 split', (ratio, sell, buy, openPoints) => {
  const engine = createTestEngine();
  engine.addAccount(1_000_000, { hasGuaranteedStop: true });
  engine.tick('AAPL', sell, buy);
  const id = engine.open({ ...BUY, requestedPoints: buy });
  const { equityCents } = engine.figures();
  split(engine, ratio, 1);
  expect(engine.figures().equityCents).toBe(equityCents);
  expect(engine.account().positions.get(id)).toMatchObject({ openPoints });
  engine.tick('AAPL', 101, 102);
  expect(engine.account().positions.size).toBe(0);
  const lostCents = 1_000_000 - engine.account().cashCents;
  expect(lostCents).toBeLessThanOrEqual(100_000);
  expect(lostCents).toBeGreaterThan(98_000);
});

// The opening rate of a sell at 199.95 after a 4:1 split: 49.9875, rounded down to 49.98, the side
// that makes the position worth less.
it('rounds the open rate of a guaranteed sell down, and credits the difference', () => {
  const engine = createTestEngine();
  engine.addAccount(1_000_000, { hasGuaranteedStop: true });
  engine.tick('AAPL', 20_000, 20_010);
  engine.open({ ...BUY, direction: 'sell', requestedPoints: 19_995 });
  // 500,000 × (199.95 − 200.10) / 199.95 = −375.09; × (49.98 − 50.03) / 49.98 = −500.20 after.
  expect(split(engine, 4, 1)).toEqual([
    'position-split',
    ['adjustment', 125, -125],
    'symbol-split',
  ]);
  expect(engine.account().positions.get(1)?.openPoints).toBe(4_998);
});

// Stopped out at 160.12 with a loss of exactly 1,000.00; after 4:1 at 40.04 of 50.04, with 999.20.
it('debits no more than the guarantee when the price is beyond the stop-out price', () => {
  const engine = createTestEngine();
  engine.addAccount(1_000_000, { hasGuaranteedStop: true });
  engine.tick('AAPL', 20_000, 20_010);
  engine.open({ ...BUY, requestedPoints: 20_015 });
  engine.setState('AAPL', 'halted');
  engine.tick('AAPL', 15_000, 15_010);
  expect(engine.figures().equityCents).toBe(900_000);
  expect(split(engine, 4, 1)).toEqual(['position-split', 'symbol-split']);
  expect(summaryOf(engine.tick('AAPL', 3_740, 3_750))).toEqual([[1, 'low-margin', 4_004, -99_920]]);
  expect(engine.account().cashCents).toBe(900_080);
});
