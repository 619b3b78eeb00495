import { expect, it } from 'vitest';
import { points, type Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import { accountFigures } from './account/account.ts';
import { createEngineState, restoreAccount, restorePosition } from './rebuild.ts';
import type { EngineState } from './state.ts';
import { snapshotOf } from './testing/snapshot.ts';
import {
  createTestEngine,
  INSTRUMENTS,
  RULES,
  summaryOf,
  type Order,
  type TestEngine,
} from './testing/test-engine.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 10,
  requestedPoints: 100_025,
};

const EVERY_RULE = {
  marginWarningPercents: [300],
  financingBpsYear: { forex: { buy: 10_000, sell: 10_000 } },
};

function played(): TestEngine {
  const engine = createTestEngine(EVERY_RULE);
  engine.addAccount(50_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.tick('AAPL', 20_000, 20_000);
  engine.open({ ...BUY, stopPoints: 90_500 });
  engine.open({ ...BUY, symbol: 'AAPL', leverage: 5, requestedPoints: 20_005 });
  engine.open({ ...BUY, amountCents: 100 });
  engine.close(3);
  const at = { accountId: 1, atMs: engine.clock.nowMs };
  const amountCents = cents(5_000);
  engine.run({ kind: 'hold-funds', ...at, amountCents, reference: 'W1' });
  const cutOffAtMs = engine.clock.nowMs + 1;
  engine.run({ kind: 'charge-financing', ...at, day: '2026-01-05', cutOffAtMs });
  engine.tick('AAPL', 20_000, 20_000);
  return engine;
}

/** The state after a restart: what is stored, and no quotes. */
function restored(engine: TestEngine): EngineState {
  const { nextPositionId } = engine.state;
  const rules = { ...RULES, ...EVERY_RULE };
  const state = createEngineState({ rules, instruments: INSTRUMENTS, nextPositionId });
  restoreAccount(state, engine.account());
  for (const position of engine.account().positions.values()) restorePosition(state, position);
  return state;
}

it('rebuilds the same state from stored rows, the last quotes and the symbol states', () => {
  const engine = played();
  expect(engine.account()).toMatchObject({
    holds: new Map([['W1', 5_000]]),
    warnedPercent: 300,
    financedDay: '2026-01-05',
  });
  const state = restored(engine);
  for (const event of engine.events) {
    if (event.kind === 'tick-accepted' || event.kind === 'symbol-state-set') apply(state, event);
  }
  expect(snapshotOf(state)).toBe(snapshotOf(engine.state));
});

it('values a position at its opening quote until its symbol has one', () => {
  const engine = played();
  const state = restored(engine);
  const account = state.accounts.get(1);
  if (account === undefined) throw new Error('an account');
  // Profit in cents: 100,000 × −25 ÷ 100,025 = −24.99…, 50,000 × −5 ÷ 20,005 = −12.49…
  expect(accountFigures(state, account).profitCents).toBe(-25 - 12);
});

it('does not close out while the quote of a position is missing', () => {
  const engine = createTestEngine();
  engine.addAccount(20_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.tick('AAPL', 20_000, 20_000);
  engine.open({ ...BUY, amountCents: 15_000 });
  engine.open({ ...BUY, symbol: 'AAPL', leverage: 5, requestedPoints: 20_005, amountCents: 4_900 });
  const state = restored(engine);
  const [at, symbols] = [{ atMs: engine.clock.nowMs }, ['EURUSD', 'AAPL']];
  for (const symbol of symbols) {
    apply(state, { kind: 'symbol-state-set', symbol, state: 'live', closesAtMs: null });
  }
  const tick = (symbol: string, price: number) => {
    const quote = {
      ...quoteOf(engine, symbol),
      bidPoints: points(price),
      askPoints: points(price),
    };
    const decision = decide(state, { kind: 'accept-tick', ...at, quote });
    if (decision.kind === 'refused') throw new Error('a tick is never refused');
    for (const event of decision.events) apply(state, event);
    return summaryOf(decision.events.slice(1));
  };

  // EURUSD loses 150,000 × 8,402 ÷ 100,025 = 12,599.8…: E is at most 7,400 of 19,900.
  expect(tick('EURUSD', 91_623)).toEqual([]);
  expect(tick('AAPL', 20_000)).toContainEqual([1, 'low-margin', 91_623, -12_600]);
});

function quoteOf(engine: TestEngine, symbol: string): Quote {
  const quote = engine.state.markets.get(symbol)?.quote;
  if (quote === undefined) throw new Error('a quote');
  return quote;
}

it('asserts that nothing is added twice, and that a position has an account and a symbol', () => {
  const engine = played();
  const state = restored(engine);
  const account = engine.account();
  const position = account.positions.get(1);
  if (position === undefined) throw new Error('a position');
  expect(() => restoreAccount(state, account)).toThrow('account 1 is added once');
  expect(() => restorePosition(state, position)).toThrow('position 1 is added once');
  expect(() => restorePosition(state, { ...position, accountId: 2 })).toThrow('has an account');
  expect(() => restorePosition(state, { ...position, id: 9, symbol: 'NONE' })).toThrow('is listed');
});

it('asserts sound rules, instruments and ids', () => {
  const beginning = { rules: RULES, instruments: INSTRUMENTS, nextPositionId: 1 };
  expect(() => createEngineState({ ...beginning, nextPositionId: 0 })).toThrow('start at one');
  const doubled = [...INSTRUMENTS, ...INSTRUMENTS];
  expect(() => createEngineState({ ...beginning, instruments: doubled })).toThrow('listed once');
  const huge = INSTRUMENTS.map((instrument) => ({ ...instrument, amountMaxCents: 2 ** 49 }));
  expect(() => createEngineState({ ...beginning, instruments: huge })).toThrow('safe number');
  const rules = { ...RULES, marginCloseOutPercent: 50.5 };
  expect(() => createEngineState({ ...beginning, rules })).toThrow('percent');
});

it('asserts that an event fits the state', () => {
  const engine = played();
  const closed = engine.events.find((event) => event.kind === 'position-closed');
  if (closed === undefined) throw new Error('a close');
  expect(() => apply(engine.state, closed)).toThrow('position 3 is open');
  const posting = {
    kind: 'fee',
    reference: 'x',
    uniqueKey: 'x',
    atMs: 0,
    entries: [
      { account: 'customer:cash', customerId: 9, amountCents: cents(1) },
      { account: 'house:fees', customerId: null, amountCents: cents(-1) },
    ],
  } as const;
  expect(() => apply(engine.state, { kind: 'funds-posted', accountId: 9, posting })).toThrow(
    'account 9 is there',
  );
});

it('allows no withdrawal from positions without a quote since the start', () => {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('AAPL', 20_000, 20_000);
  engine.open({
    ...BUY,
    symbol: 'AAPL',
    amountCents: 50_000,
    leverage: 5,
    requestedPoints: 20_005,
  });
  // AAPL loses 250,000 × −3,995 ÷ 20,005 = −49,925.0… cents: all but 75 of the free margin.
  engine.tick('AAPL', 16_010, 16_010);
  expect(engine.figures().withdrawableCents).toBe(75);

  const state = createEngineState({ rules: RULES, instruments: INSTRUMENTS, nextPositionId: 2 });
  restoreAccount(state, engine.account());
  for (const position of engine.account().positions.values()) restorePosition(state, position);
  const at = { accountId: 1, atMs: engine.clock.nowMs };
  const hold = { kind: 'hold-funds', ...at, amountCents: cents(10_000), reference: 'W1' } as const;
  const unknown = { code: 'price-unavailable', facts: { symbol: 'AAPL' } };
  expect(decide(state, hold)).toEqual({ kind: 'refused', rejection: unknown });

  engine.tick('EURUSD', 100_000, 100_000);
  const { quote } = engine.state.books.get('EURUSD')?.market ?? expect.fail('it is listed');
  apply(state, { kind: 'symbol-state-set', symbol: 'EURUSD', state: 'live', closesAtMs: null });
  apply(state, { kind: 'tick-accepted', quote: quote ?? expect.fail('it is quoted') });
  const order = {
    kind: 'open-position',
    ...at,
    ...BUY,
    direction: 'buy',
    amountCents: cents(10_000),
    requestedPoints: points(BUY.requestedPoints),
    stopPoints: null,
    targetPoints: null,
  } as const;
  expect(decide(state, order)).toEqual({ kind: 'refused', rejection: unknown });
  const known = engine.state.markets.get('AAPL')?.quote ?? expect.fail('it is quoted');
  apply(state, { kind: 'tick-accepted', quote: known });
  expect(decide(state, hold)).toMatchObject({ rejection: { code: 'withdraw-maximum' } });
  expect(decide(state, order)).toMatchObject({ rejection: { code: 'open-losses' } });
});
