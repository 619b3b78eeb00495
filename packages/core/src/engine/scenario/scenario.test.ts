import { expect, it } from 'vitest';
import { profitAt } from '#position/position.ts';
import {
  createTestEngine,
  INSTRUMENTS,
  RULES,
  type Order,
  type TestEngine,
} from '../testing/test-engine.ts';
import { createScenario } from './scenario.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  requestedPoints: 100_025,
};
const MOVES = [-40, -5, -2, -1, 1, 2, 5] as const;

function held(): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(60_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.tick('BTCUSD', 5_000_000, 5_000_000);
  for (let count = 0; count < 2; count += 1) engine.open(BUY);
  engine.open({ ...BUY, stopPoints: 98_500 });
  engine.open({ ...BUY, direction: 'sell', leverage: 5, requestedPoints: 99_975 });
  engine.open({
    ...BUY,
    symbol: 'BTCUSD',
    amountCents: 1_000,
    leverage: 2,
    requestedPoints: 5_001_250,
  });
  return engine;
}

function scenarioOf({ state, clock }: TestEngine) {
  const { markets, accounts } = state;
  const start = { rules: RULES, instruments: INSTRUMENTS, markets, symbol: 'EURUSD' };
  return createScenario({ ...start, accounts: [...accounts.values()], atMs: clock.nowMs });
}

/** What the customers own: cash, and the profit of what is open. */
function wealthOf({ state }: TestEngine): number {
  let sum = 0;
  for (const { cashCents, positions } of state.accounts.values()) {
    sum += cashCents;
    for (const position of positions.values()) {
      sum += profitAt(position, state.markets.get(position.symbol)?.quote ?? position.openQuote);
    }
  }
  return sum;
}

it.each(MOVES)('predicts what the engine does when the price moves by %i percent', (move) => {
  const engine = held();
  const before = wealthOf(engine);
  const foretold = scenarioOf(engine)?.outcomeOf(move);
  expect(wealthOf(engine), 'the scenario changes nothing').toBe(before);
  const price = 1_000 * (100 + move);
  const closed = engine
    .tick('EURUSD', price, price)
    .filter(({ kind }) => kind === 'position-closed');
  expect(foretold).toMatchObject({
    positionsClosed: closed.length,
    accountsClosing: closed.length === 0 ? 0 : 1,
    brokerCents: before - wealthOf(engine),
  });
});

it('includes what balance protection would pay', () => {
  const engine = held();
  expect(scenarioOf(engine)?.outcomeOf(1)).toMatchObject({ protectionCents: 0 });
  const protectedBy = scenarioOf(engine)?.outcomeOf(-40)?.protectionCents ?? 0;
  expect(protectedBy).toBeGreaterThan(0);
  const before = engine.account().cashCents;
  const events = engine.tick('EURUSD', 60_000, 60_000);
  expect(events.filter(({ kind }) => kind === 'funds-posted')).toHaveLength(1);
  expect(before).toBeGreaterThan(engine.account().cashCents);
});

it('has no outcome while the symbol has no quote', () => {
  const engine = createTestEngine();
  engine.addAccount(1_000);
  expect(scenarioOf(engine)).toBeUndefined();
});
