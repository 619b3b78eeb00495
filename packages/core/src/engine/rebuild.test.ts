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
  createWorld,
  INSTRUMENTS,
  RULES,
  summaryOf,
  type Order,
  type World,
} from './testing/world.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 10,
  seenPoints: 100_025,
};

const EVERY_RULE = {
  marginWarningPercents: [300],
  financingBpsYear: { forex: { buy: 10_000, sell: 10_000 } },
};

function played(): World {
  const world = createWorld(EVERY_RULE);
  world.addAccount(50_000);
  world.tick('EURUSD', 100_000, 100_000);
  world.tick('AAPL', 20_000, 20_000);
  world.open({ ...BUY, stopPoints: 90_500 });
  world.open({ ...BUY, symbol: 'AAPL', leverage: 5, seenPoints: 20_005 });
  world.open({ ...BUY, amountCents: 100 });
  world.close(3);
  const at = { accountId: 1, atMs: world.clock.nowMs };
  const amountCents = cents(5_000);
  world.run({ kind: 'hold-funds', ...at, amountCents, reference: 'W1' });
  const cutOffAtMs = world.clock.nowMs + 1;
  world.run({ kind: 'charge-financing', ...at, day: '2026-01-05', cutOffAtMs });
  world.tick('AAPL', 20_000, 20_000);
  return world;
}

/** The state after a restart: what is stored, and no quotes. */
function restored(world: World): EngineState {
  const { nextPositionId } = world.state;
  const rules = { ...RULES, ...EVERY_RULE };
  const state = createEngineState({ rules, instruments: INSTRUMENTS, nextPositionId });
  restoreAccount(state, world.account());
  for (const position of world.account().positions.values()) restorePosition(state, position);
  return state;
}

it('rebuilds the same state from what is stored, the last quotes and the states of symbols', () => {
  const world = played();
  expect(world.account()).toMatchObject({
    holds: new Map([['W1', 5_000]]),
    warnedPercent: 300,
    financedDay: '2026-01-05',
  });
  const state = restored(world);
  for (const event of world.events) {
    if (event.kind === 'tick-accepted' || event.kind === 'symbol-state-set') apply(state, event);
  }
  expect(snapshotOf(state)).toBe(snapshotOf(world.state));
});

it('values a position at its opening quote until its symbol has one', () => {
  const world = played();
  const state = restored(world);
  const account = state.accounts.get(1);
  if (account === undefined) throw new Error('an account');
  // Profit in cents: 100,000 × −25 ÷ 100,025 = −24.99…, 50,000 × −5 ÷ 20,005 = −12.49…
  expect(accountFigures(state, account).profitCents).toBe(-25 - 12);
});

it('does not close out while the quote of a position is missing', () => {
  const world = createWorld();
  world.addAccount(20_000);
  world.tick('EURUSD', 100_000, 100_000);
  world.tick('AAPL', 20_000, 20_000);
  world.open({ ...BUY, amountCents: 15_000 });
  world.open({ ...BUY, symbol: 'AAPL', leverage: 5, seenPoints: 20_005, amountCents: 4_900 });
  const state = restored(world);
  const [at, symbols] = [{ atMs: world.clock.nowMs }, ['EURUSD', 'AAPL']];
  for (const symbol of symbols) {
    apply(state, { kind: 'symbol-state-set', symbol, state: 'live', closesAtMs: null });
  }
  const tick = (symbol: string, price: number) => {
    const quote = {
      ...quoteOf(world, symbol),
      sellPoints: points(price),
      buyPoints: points(price),
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

function quoteOf(world: World, symbol: string): Quote {
  const quote = world.state.markets.get(symbol)?.quote;
  if (quote === undefined) throw new Error('a quote');
  return quote;
}

it('asserts that nothing is added twice, and that a position has an account and a symbol', () => {
  const world = played();
  const state = restored(world);
  const account = world.account();
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
  const world = played();
  const closed = world.events.find((event) => event.kind === 'position-closed');
  if (closed === undefined) throw new Error('a close');
  expect(() => apply(world.state, closed)).toThrow('position 3 is open');
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
  expect(() => apply(world.state, { kind: 'funds-posted', accountId: 9, posting })).toThrow(
    'account 9 is there',
  );
});

it('gives nothing away on positions that nothing has quoted since the start', () => {
  const world = createWorld();
  world.addAccount(100_000);
  world.tick('AAPL', 20_000, 20_000);
  world.open({ ...BUY, symbol: 'AAPL', amountCents: 50_000, leverage: 5, seenPoints: 20_005 });
  // AAPL loses 250,000 × −3,995 ÷ 20,005 = −49,925.0… cents: all but 75 of the free margin.
  world.tick('AAPL', 16_010, 16_010);
  expect(world.figures().withdrawableCents).toBe(75);

  const state = createEngineState({ rules: RULES, instruments: INSTRUMENTS, nextPositionId: 2 });
  restoreAccount(state, world.account());
  for (const position of world.account().positions.values()) restorePosition(state, position);
  const at = { accountId: 1, atMs: world.clock.nowMs };
  const hold = { kind: 'hold-funds', ...at, amountCents: cents(10_000), reference: 'W1' } as const;
  const unknown = { code: 'price-unavailable', facts: { symbol: 'AAPL' } };
  expect(decide(state, hold)).toEqual({ kind: 'refused', refusal: unknown });

  world.tick('EURUSD', 100_000, 100_000);
  const { quote } = world.state.books.get('EURUSD')?.market ?? expect.fail('it is listed');
  apply(state, { kind: 'symbol-state-set', symbol: 'EURUSD', state: 'live', closesAtMs: null });
  apply(state, { kind: 'tick-accepted', quote: quote ?? expect.fail('it is quoted') });
  const order = {
    kind: 'open-position',
    ...at,
    ...BUY,
    direction: 'buy',
    amountCents: cents(10_000),
    seenPoints: points(BUY.seenPoints),
    stopPoints: null,
    targetPoints: null,
  } as const;
  expect(decide(state, order)).toEqual({ kind: 'refused', refusal: unknown });
  const known = world.state.markets.get('AAPL')?.quote ?? expect.fail('it is quoted');
  apply(state, { kind: 'tick-accepted', quote: known });
  expect(decide(state, hold)).toMatchObject({ refusal: { code: 'withdraw-maximum' } });
  expect(decide(state, order)).toMatchObject({ refusal: { code: 'open-losses' } });
});
