import fc from 'fast-check';
import { expect, it } from 'vitest';
import { movedCents } from '#ledger/ledger.ts';
import { profitAt } from '#position/position.ts';
import { HOUR_MS } from '#time/time.ts';
import { BROKER_ACCOUNT_ID, type PayDividend, type SplitSymbol } from '../command.ts';
import type { Event } from '../event.ts';
import { createTestEngine, START_MS, type TestEngine } from '../testing/test-engine.ts';

const BUY = {
  symbol: 'AAPL',
  direction: 'buy',
  amountCents: 100_000,
  leverage: 5,
  requestedPoints: 20_015,
  stopPoints: 19_001,
  targetPoints: 22_003,
} as const;
const SELL = {
  symbol: 'AAPL',
  direction: 'sell',
  amountCents: 50_000,
  leverage: 2,
  requestedPoints: 19_995,
  stopPoints: 21_001,
  targetPoints: 18_003,
} as const;

function split(newUnits: number, oldUnits: number): SplitSymbol {
  const named = { accountId: BROKER_ACCOUNT_ID, atMs: START_MS, action: 'split:a' } as const;
  return { kind: 'split-symbol', symbol: 'AAPL', newUnits, oldUnits, ...named };
}

function payment(micros: number): PayDividend {
  const named = { accountId: BROKER_ACCOUNT_ID, atMs: START_MS, action: 'dividend:a' } as const;
  return { kind: 'pay-dividend', symbol: 'AAPL', micros, ...named };
}

/**
 * A buy opened at 200.15 and a sell at 199.95, of two accounts, and a position on another symbol.
 */
function prepared(): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(1_000_000);
  engine.addAccount(1_000_000, {}, 2);
  engine.tick('AAPL', 20_000, 20_010);
  engine.tick('BTCUSD', 9_700_000, 9_701_250);
  engine.open(BUY);
  engine.open({ ...SELL, accountId: 2 });
  engine.open({ ...SELL, symbol: 'BTCUSD', requestedPoints: 9_697_575, stopPoints: 9_800_000 });
  return engine;
}

const postings = (events: readonly Event[]) =>
  events.flatMap((event) =>
    event.kind === 'funds-posted'
      ? event.posting.entries.map(({ account, amountCents }) => [account, amountCents])
      : [],
  );
const eventsOf = (decision: ReturnType<TestEngine['run']>): readonly Event[] =>
  decision.kind === 'decided' ? decision.events : expect.fail(JSON.stringify(decision));
const codeOf = (decision: ReturnType<TestEngine['run']>) =>
  decision.kind === 'refused' ? decision.rejection.code : decision.kind;

// By hand, 4 new for 1 old. Buy: 200.15 / 4 = 50.0375 → 50.04; stop 190.01 / 4 = 47.5025 → 47.50;
// target 220.03 / 4 = 55.0075 → 55.01; termination 20 % of 50.04 below it: 40.04. It was worth
// 500,000 × (200.00 − 200.15) / 200.15 = −375 cents, and is 500,000 × (50.00 − 50.04) / 50.04 = −400.
// Sell: 199.95 / 4 = 49.9875 → 49.99; stop 210.01 / 4 → 52.51; target 180.03 / 4 → 45.00;
// termination 24.99 above; −75 cents before, 100,000 × (49.99 − 50.03) / 49.99 = −80 after.
it('adjusts every open position by the ratio, and books the rounding difference', () => {
  const engine = prepared();
  const before = [engine.account(1).positions.get(3), engine.figures().equityCents];
  engine.setState('AAPL', 'halted');
  const events = eventsOf(engine.run(split(4, 1)));
  expect(engine.account(1).positions.get(1)).toMatchObject({
    amountCents: 100_000,
    leverage: 5,
    openPoints: 5_004,
    filledPoints: 20_015,
    stopPoints: 4_750,
    targetPoints: 5_501,
    stopOutPoints: 4_004,
  });
  expect(engine.account(2).positions.get(2)).toMatchObject({
    openPoints: 4_999,
    filledPoints: 19_995,
    stopPoints: 5_251,
    targetPoints: 4_500,
    stopOutPoints: 7_498,
  });
  expect(engine.state.markets.get('AAPL')?.quote).toMatchObject({
    bidPoints: 5_000,
    askPoints: 5_003,
    source: 'split',
  });
  expect(postings(events)).toEqual([
    ['customer:cash', 25],
    ['house:trading', -25],
    ['customer:cash', 5],
    ['house:trading', -5],
  ]);
  expect(engine.account(1).positions.get(3)).toEqual(before[0]);
  expect(engine.figures().equityCents).toBe(before[1]);
});

it('keeps the fill over a second split, and books nothing if the division is exact', () => {
  const engine = prepared();
  engine.setState('AAPL', 'halted');
  const events = eventsOf(engine.run(split(1, 10)));
  expect(postings(events)).toEqual([]);
  expect(engine.account().positions.get(1)).toMatchObject({
    openPoints: 200_150,
    stopPoints: 190_010,
    targetPoints: 220_030,
    stopOutPoints: 160_120,
  });
  engine.run(split(10, 1));
  expect(engine.account().positions.get(1)).toMatchObject({
    openPoints: 20_015,
    filledPoints: 20_015,
    stopPoints: 19_001,
    stopOutPoints: 16_012,
  });
});

it('numbers the adjusted quote above all numbers that any program assigned before', () => {
  const engine = prepared();
  engine.setState('AAPL', 'halted');
  const atMs = START_MS + HOUR_MS;
  const [later] = eventsOf(engine.run({ ...split(2, 1), atMs })).slice(-1);
  expect(later).toMatchObject({ kind: 'symbol-split', quote: { sequence: atMs } });
  // A system clock that was set back does not change the order of corporate actions.
  const [last] = eventsOf(engine.run(split(2, 1))).slice(-1);
  expect(last).toMatchObject({ quote: { sequence: atMs + 1 } });
});

it('fires the adjusted levels at the next live price, and not the old ones', () => {
  const engine = prepared();
  engine.setState('AAPL', 'halted');
  engine.run(split(4, 1));
  engine.setState('AAPL', 'live');
  expect(engine.tick('AAPL', 4_751, 4_753)).toEqual([]);
  const closed = engine.tick('AAPL', 4_750, 4_752);
  expect(closed).toMatchObject([
    {
      kind: 'position-closed',
      position: { id: 1, closingReason: 'stop-loss', closePoints: 4_750 },
    },
  ]);
});

it('rejects a split of a symbol that trades, has no price, or would get an invalid rate', () => {
  const engine = prepared();
  expect(codeOf(engine.run(split(2, 1)))).toBe('not-halted');
  engine.setState('AAPL', 'halted');
  expect(codeOf(engine.run(split(1_000, 1)))).toBe('adjustment-impossible');
  expect(codeOf(engine.run({ ...split(2, 1), symbol: 'EURUSD' }))).toBe('not-halted');
  engine.setState('EURUSD', 'closed');
  expect(codeOf(engine.run({ ...split(2, 1), symbol: 'EURUSD' }))).toBe('price-unavailable');
  expect(codeOf(engine.run({ ...split(2, 1), symbol: 'NONE' }))).toBe('not-found');
  engine.setState('BTCUSD', 'closed');
  expect(() => engine.run(split(1, 1))).toThrow('a split has a ratio');
  expect(engine.account().positions.get(1)?.openPoints).toBe(20_015);
});

// Units 500,000 / 200.15 = 24.98… for the buy: × 0.24 = 5.9955… € → 600 cents; the sell owes
// 100,000 / 199.95 × 0.24 = 120.03 cents.
it('credits buys and debits sells with the dividend on their units', () => {
  const engine = prepared();
  engine.setState('AAPL', 'closed');
  const events = eventsOf(engine.run(payment(240_000)));
  expect(postings(events)).toEqual([
    ['customer:cash', 600],
    ['house:trading', -600],
    ['customer:cash', -120],
    ['house:trading', 120],
  ]);
  expect(engine.account(2).cashCents).toBe(999_880);
  expect(codeOf(engine.run(payment(200_000_000)))).toBe('adjustment-impossible');
  engine.setState('EURUSD', 'closed');
  expect(codeOf(engine.run({ ...payment(1), symbol: 'EURUSD' }))).toBe('price-unavailable');
});

// The price falls by the dividend when the market opens, so a customer who buys after the dividend
// would otherwise receive it for free.
it('books no dividend while the symbol trades', () => {
  const engine = prepared();
  expect(codeOf(engine.run(payment(240_000)))).toBe('not-halted');
  engine.setState('AAPL', 'halted');
  expect(codeOf(engine.run(payment(240_000)))).toBe('decided');
});

const price = fc.integer({ min: 2_000, max: 2_000_000 });
const held = fc.record({
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  amountCents: fc.integer({ min: 100, max: 5_000_000 }),
  leverage: fc.constantFrom(1, 2, 3, 5),
  hasGuaranteedStop: fc.boolean(),
});
const holdings = fc.array(held, { minLength: 1, maxLength: 8 });
const ratio = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .filter(([newUnits, oldUnits]) => newUnits !== oldUnits);

function holding(
  all: readonly (typeof held extends fc.Arbitrary<infer T> ? T : never)[],
  sell: number,
) {
  const engine = createTestEngine();
  all.forEach(({ hasGuaranteedStop }, index) => {
    engine.addAccount(100_000_000, { hasGuaranteedStop }, index + 1);
  });
  const buy = sell + Math.ceil(sell / 1_000);
  engine.tick('AAPL', sell, buy);
  all.forEach(({ direction, amountCents, leverage }, index) => {
    const requestedPoints = direction === 'buy' ? buy + sell : 1;
    engine.open({
      symbol: 'AAPL',
      accountId: index + 1,
      direction,
      amountCents,
      leverage,
      requestedPoints,
    });
  });
  return engine;
}

it('does not change the equity of any account, to the cent', () => {
  fc.assert(
    fc.property(holdings, price, ratio, (all, sell, [newUnits, oldUnits]) => {
      const engine = holding(all, sell);
      const equities = () =>
        all.map((_, index) => {
          const account = engine.account(index + 1);
          const quote = engine.state.markets.get('AAPL')?.quote ?? expect.fail('a quote');
          const worth = [...account.positions.values()].map((one) => profitAt(one, quote));
          return account.cashCents + worth.reduce((sum, one) => sum + one, 0);
        });
      const before = equities();
      engine.setState('AAPL', 'closed');
      const decision = engine.run(split(newUnits, oldUnits));
      fc.pre(decision.kind === 'decided');
      expect(equities()).toEqual(before);
      for (const event of eventsOf(decision)) {
        if (event.kind !== 'funds-posted') continue;
        const sum = event.posting.entries.reduce((total, entry) => total + entry.amountCents, 0);
        expect(sum).toBe(0);
      }
      // The positions have no stop or target, so only a stop-out price that is a point away can
      // close them.
      engine.setState('AAPL', 'live');
    }),
  );
});

it('conserves money when it books a dividend', () => {
  fc.assert(
    fc.property(holdings, price, fc.integer({ min: 1, max: 20_000_000 }), (all, sell, micros) => {
      const engine = holding(all, sell);
      const cashOf = () => all.map((_, index) => engine.account(index + 1).cashCents);
      const before = cashOf();
      engine.setState('AAPL', 'closed');
      const decision = engine.run(payment(micros));
      fc.pre(decision.kind === 'decided');
      const booked = eventsOf(decision).flatMap((event) =>
        event.kind === 'funds-posted' ? event.posting : [],
      );
      cashOf().forEach((cashCents, index) => {
        const moved = booked.map((posting) => movedCents(posting, 'customer:cash', index + 1));
        const sum = moved.reduce((total: number, one) => total + one, 0);
        expect(cashCents - (before[index] ?? 0)).toBe(sum);
        expect(Math.sign(sum)).toBe(sum === 0 ? 0 : all[index]?.direction === 'buy' ? 1 : -1);
      });
      const entries = booked.flatMap((posting) => posting.entries);
      expect(entries.reduce((total, entry) => total + entry.amountCents, 0)).toBe(0);
    }),
  );
});
