// Random histories with three accounts, three symbols of similar price, every command, and every
// rule switched on.
import fc from 'fast-check';
import { LEVERAGES, points, SYMBOL_STATES, type Regime } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { ENTRY_ORDER_KINDS } from '#order/order.ts';
import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import { createEngineState } from '../rebuild.ts';
import type { EngineState } from '../state.ts';
import { INSTRUMENTS, RULES, START_MS, TERMS } from './test-engine.ts';

const EVERY_RULE = {
  openPositionsMax: 6,
  marginWarningPercents: [100, 75],
  protectionFeeBps: 20,
  // A high rate, so that financing has a visible effect.
  financingBpsYear: {
    forex: { buy: 50_000, sell: 30_000 },
    stocks: { buy: 20_000, sell: -20_000 },
  },
};
const ACCOUNT_IDS = [1, 2, 3];
const symbols = fc.constantFrom('EURUSD', 'BTCUSD', 'AAPL');
const accountIds = fc.constantFrom(...ACCOUNT_IDS);
// Prices are small and close together, so that they often reach levels.
const levels = fc.option(fc.integer({ min: 7_000, max: 13_000 }).map(points));
const amounts = fc.oneof(fc.integer({ min: 90, max: 500 }), fc.integer({ min: 90, max: 60_000 }));

/** A command without its time and, for a tick, without its number: the history adds both. */
export const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      symbol: symbols,
      movePercent: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -25, max: 25 })),
      spread: fc.integer({ min: 0, max: 60 }),
      // Sometimes long enough for the quotes of the other symbols to become stale.
      waitMs: fc.constantFrom(100, 100, 4_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('open-position' as const),
      accountId: accountIds,
      symbol: symbols,
      direction: fc.constantFrom('buy' as const, 'sell' as const),
      amountCents: amounts.map(cents),
      leverage: fc.constantFrom(...LEVERAGES),
      stopPoints: levels,
      targetPoints: levels,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('close-position' as const),
      accountId: accountIds,
      positionId: fc.integer({ min: 1, max: 12 }),
      amountCents: fc.option(amounts.map(cents)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('update-position' as const),
      accountId: accountIds,
      positionId: fc.integer({ min: 1, max: 12 }),
      stopPoints: levels,
      targetPoints: levels,
    }),
  },
  fc.record({
    kind: fc.constant('close-positions' as const),
    accountId: accountIds,
    which: fc.constantFrom('all' as const, 'losing' as const),
  }),
  fc.record({
    kind: fc.constant('set-symbol-state' as const),
    symbol: symbols,
    state: fc.constantFrom('live' as const, 'live' as const, ...SYMBOL_STATES),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('place-order' as const),
      accountId: accountIds,
      symbol: symbols,
      direction: fc.constantFrom('buy' as const, 'sell' as const),
      orderKind: fc.constantFrom(...ENTRY_ORDER_KINDS),
      amountCents: amounts.map(cents),
      leverage: fc.constantFrom(...LEVERAGES),
      /** The distance of the order's price from the last ask, in percent. */
      awayPercent: fc.integer({ min: 1, max: 10 }),
      targetDistance: levels,
      lifeMs: fc.constantFrom(500, 20_000),
      ocoId: fc.option(fc.integer({ min: 1, max: 12 })),
    }),
  },
  fc.record({
    kind: fc.constant('cancel-order' as const),
    accountId: accountIds,
    orderId: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ kind: fc.constant('expire-orders' as const) }),
  fc.record({
    kind: fc.constant('set-trading-pause' as const),
    isPaused: fc.constantFrom(false, false, true),
  }),
  fc.record({
    kind: fc.constant('change-terms' as const),
    accountId: accountIds,
    hasGuaranteedStop: fc.boolean(),
    clientCategory: fc.constantFrom('retail' as const, 'professional' as const),
  }),
  fc.record({
    kind: fc.constant('hold-funds' as const),
    accountId: accountIds,
    amountCents: amounts.map(cents),
  }),
  fc.record({ kind: fc.constant('release-funds' as const), accountId: accountIds }),
  fc.record({
    kind: fc.constant('charge-financing' as const),
    accountId: accountIds,
    day: fc.integer({ min: 10, max: 31 }),
  }),
  fc.record({
    kind: fc.constant('post-funds' as const),
    accountId: accountIds,
    amountCents: amounts.map(cents),
    isCredit: fc.boolean(),
  }),
);
export type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

export type History = {
  readonly state: EngineState;
  readonly events: Event[];
  nowMs: number;
  sequence: number;
};

export function createHistory(regime: Regime): History {
  return { state: emptyState(regime), events: [], nowMs: START_MS, sequence: 0 };
}

/** The commands that a random history begins with: live symbols and funded accounts. */
export function* listBeginning(history: History): Iterable<Command> {
  for (const { symbol } of INSTRUMENTS) {
    yield { kind: 'set-symbol-state', atMs: START_MS, symbol, state: 'live' };
  }
  for (const accountId of ACCOUNT_IDS) {
    yield { kind: 'add-account', accountId, atMs: START_MS, terms: TERMS };
    yield deposit(history, { accountId, amountCents: cents(50_000), isCredit: false });
  }
}

export function emptyState(regime: Regime): EngineState {
  return createEngineState({
    rules: { ...RULES, ...EVERY_RULE, regime },
    instruments: INSTRUMENTS,
    nextPositionId: 1,
  });
}

function deposit(
  history: History,
  funds: Pick<Extract<Step, { kind: 'post-funds' }>, 'accountId' | 'amountCents' | 'isCredit'>,
): Command {
  const { accountId, amountCents, isCredit } = funds;
  const key = `funds:${history.events.length}`;
  return {
    kind: 'post-funds',
    accountId,
    atMs: history.nowMs,
    posting: {
      kind: isCredit ? 'credit' : 'deposit',
      reference: key,
      uniqueKey: key,
      atMs: history.nowMs,
      entries: [
        {
          account: isCredit ? 'customer:credit' : 'customer:cash',
          customerId: accountId,
          amountCents,
        },
        { account: 'house:bank', customerId: null, amountCents: cents(0 - amountCents) },
      ],
    },
  };
}

export function commandOf(history: History, step: Step): Command {
  const atMs = history.nowMs;
  if (step.kind === 'post-funds') return deposit(history, step);
  if (step.kind === 'change-terms') {
    const { accountId, kind, ...changed } = step;
    return { kind, accountId, atMs, terms: { ...TERMS, ...changed } };
  }
  if (step.kind === 'hold-funds') return { ...step, atMs, reference: `W${history.events.length}` };
  if (step.kind === 'release-funds') {
    const [reference = 'W'] = history.state.accounts.get(step.accountId)?.holds.keys() ?? [];
    return { ...step, atMs, reference };
  }
  if (step.kind === 'charge-financing') {
    return { ...step, atMs, day: `2026-01-${step.day}`, cutOffAtMs: atMs - 50 };
  }
  const last = 'symbol' in step ? history.state.markets.get(step.symbol)?.quote : undefined;
  if (step.kind === 'tick') {
    history.sequence += 1;
    const moved = Math.round((Number(last?.bidPoints ?? 10_000) * (100 + step.movePercent)) / 100);
    const sell = Math.min(20_000, Math.max(1_000, moved));
    const quote = {
      symbol: step.symbol,
      bidPoints: points(sell),
      askPoints: points(sell + step.spread),
      sequence: history.sequence,
      source: 'test',
      sourceAtMs: atMs,
      receivedAtMs: atMs,
    };
    return { kind: 'accept-tick', atMs, quote };
  }
  if (step.kind === 'place-order') {
    const { awayPercent, lifeMs, ...order } = step;
    const rises = (order.direction === 'buy') === (order.orderKind === 'stop');
    const price = Number(last?.askPoints ?? 10_000);
    return {
      ...order,
      atMs,
      points: points(Math.round((price * (100 + (rises ? awayPercent : -awayPercent))) / 100)),
      stopPoints: null,
      stopDistance: null,
      targetPoints: null,
      expiry: 'gtd',
      expiresAtMs: atMs + lifeMs,
    };
  }
  if (step.kind === 'open-position') {
    return { ...step, atMs, requestedPoints: last?.askPoints ?? points(1) };
  }
  return { ...step, atMs };
}
