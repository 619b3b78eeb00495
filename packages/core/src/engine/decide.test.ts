// Random histories of the whole engine. After every command the rules that must always hold
// are checked against the events alone, by sums and formulas of their own.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  LEVERAGES,
  points,
  PRICE_POINTS_MAX,
  REGIMES,
  SYMBOL_STATES,
} from '#instrument/instrument.ts';
import type { Posting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import type { ClosedPosition, Position } from '#position/position.ts';
import { apply } from './apply.ts';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import type { Event } from './event.ts';
import { accountFigures } from './figures.ts';
import { getBook } from './market-view.ts';
import { createEngineState } from './rebuild.ts';
import type { EngineState } from './state.ts';
import { snapshotOf } from './testing/snapshot.ts';
import { INSTRUMENTS, RULES, START_MS, TERMS } from './testing/world.ts';

const ACCOUNT_IDS = [1, 2, 3];
const symbols = fc.constantFrom('EURUSD', 'BTCUSD', 'AAPL');
const accountIds = fc.constantFrom(...ACCOUNT_IDS);
// The prices of all symbols are small and near one another, so that levels are met often.
const levels = fc.option(fc.integer({ min: 7_000, max: 13_000 }).map(points));
const amounts = fc.oneof(fc.integer({ min: 90, max: 500 }), fc.integer({ min: 90, max: 60_000 }));

/** A command without its time and, of a tick, without its number: the history gives both. */
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      symbol: symbols,
      movePercent: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -25, max: 25 })),
      spread: fc.integer({ min: 0, max: 60 }),
      // Long enough, now and then, for the quotes of the other symbols to grow stale.
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
  fc.record({
    kind: fc.constant('change-terms' as const),
    accountId: accountIds,
    isProtected: fc.boolean(),
    clientCategory: fc.constantFrom('retail' as const, 'professional' as const),
  }),
  fc.record({
    kind: fc.constant('post-funds' as const),
    accountId: accountIds,
    amountCents: amounts.map(cents),
    isCredit: fc.boolean(),
  }),
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

type History = {
  readonly state: EngineState;
  readonly events: Event[];
  nowMs: number;
  sequence: number;
};

function begin(regime: (typeof REGIMES)[number]): History {
  const state = emptyState(regime);
  const history = { state, events: [], nowMs: START_MS, sequence: 0 };
  for (const { symbol } of INSTRUMENTS) {
    perform(history, { kind: 'set-symbol-state', atMs: START_MS, symbol, state: 'live' });
  }
  for (const accountId of ACCOUNT_IDS) {
    perform(history, { kind: 'add-account', accountId, atMs: START_MS, terms: TERMS });
    perform(history, deposit(history, { accountId, amountCents: cents(50_000), isCredit: false }));
  }
  return history;
}

function emptyState(regime: (typeof REGIMES)[number]): EngineState {
  return createEngineState({
    rules: { ...RULES, regime, openPositionsMax: 6 },
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

function commandOf(history: History, step: Step): Command {
  const atMs = history.nowMs;
  if (step.kind === 'post-funds') return deposit(history, step);
  if (step.kind === 'change-terms') {
    const { accountId, kind, ...changed } = step;
    return { kind, accountId, atMs, terms: { ...TERMS, ...changed } };
  }
  const last = 'symbol' in step ? history.state.markets.get(step.symbol)?.quote : undefined;
  if (step.kind === 'tick') {
    history.sequence += 1;
    const moved = Math.round((Number(last?.sellPoints ?? 10_000) * (100 + step.movePercent)) / 100);
    const sell = Math.min(20_000, Math.max(1_000, moved));
    const quote = {
      symbol: step.symbol,
      sellPoints: points(sell),
      buyPoints: points(sell + step.spread),
      sequence: history.sequence,
      source: 'test',
      sourceAtMs: atMs,
      receivedAtMs: atMs,
    };
    return { kind: 'accept-tick', atMs, quote };
  }
  if (step.kind === 'open-position') {
    return { ...step, atMs, seenPoints: last?.buyPoints ?? points(1) };
  }
  return { ...step, atMs };
}

/** Decides, sees that nothing has changed by it, applies, and gives the events. */
function perform(history: History, command: Command): readonly Event[] {
  const before = snapshotOf(history.state);
  const decision = decide(history.state, command);
  expect(snapshotOf(history.state)).toBe(before);
  if (decision.kind === 'refused') return [];
  for (const event of decision.events) {
    apply(history.state, event);
    history.events.push(event);
  }
  return decision.events;
}

function postingsOf(events: readonly Event[]): readonly Posting[] {
  return events.flatMap((event) =>
    'posting' in event && event.posting !== null ? [event.posting] : [],
  );
}

function closedOf(events: readonly Event[]): readonly ClosedPosition[] {
  return events.flatMap((event) => {
    if (event.kind === 'position-closed') return [event.position];
    return event.kind === 'position-reduced' ? [event.closed] : [];
  });
}

function expectLedgerAgrees({ state, events }: History): void {
  const postings = postingsOf(events);
  const entries = postings.flatMap((posting) => posting.entries);
  const sum = (account: string, customerId: number) =>
    entries
      .filter((entry) => entry.account === account && entry.customerId === customerId)
      .reduce((total, entry) => total + entry.amountCents, 0);
  for (const { id, cashCents, creditCents } of state.accounts.values()) {
    expect([id, cashCents, creditCents]).toEqual([
      id,
      sum('customer:cash', id),
      sum('customer:credit', id),
    ]);
  }
  for (const posting of postings) {
    expect(posting.entries.reduce((total, entry) => total + entry.amountCents, 0)).toBe(0);
  }
  expect(new Set(postings.map((posting) => posting.uniqueKey)).size).toBe(postings.length);
}

const FARTHEST = {
  sellPoints: points(0),
  buyPoints: points(PRICE_POINTS_MAX),
  sequence: 1,
  source: 'test',
  sourceAtMs: 0,
  receivedAtMs: 0,
};

function byId(first: Position, second: Position): number {
  return first.id - second.id;
}

function expectPositionsAgree({ state, events }: History): void {
  // Every level lies at or before a sell price of zero and an endless buy price.
  const byLevel = INSTRUMENTS.flatMap(({ symbol }) =>
    getBook(state, symbol).levels.listReached({ ...FARTHEST, symbol }),
  );
  const byAccount = [...state.accounts.values()].flatMap((account) => [
    ...account.positions.values(),
  ]);
  expect(byLevel.toSorted(byId)).toEqual(byAccount.toSorted(byId));
  const ids = [...byAccount, ...closedOf(events)].map((position) => position.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(0, ...ids)).toBeLessThan(state.nextPositionId);

  // Every amount that was opened is open or closed.
  const total = (positions: readonly { readonly amountCents: number }[]) =>
    positions.reduce((sum, position) => sum + position.amountCents, 0);
  const opened = events.flatMap((event) =>
    event.kind === 'position-opened' ? [event.position] : [],
  );
  expect(total(byAccount) + total(closedOf(events))).toBe(total(opened));
}

function expectSoundEvents(history: History, happened: readonly Event[]): void {
  const trades = postingsOf(happened).filter((posting) => posting.kind === 'trade');
  for (const closed of closedOf(happened)) {
    const { direction, amountCents, leverage, openPoints, closePoints, profitCents } = closed;
    const move = BigInt(direction === 'buy' ? closePoints - openPoints : openPoints - closePoints);
    const exact = BigInt(amountCents) * BigInt(leverage) * move;
    const twiceError = 2n * (BigInt(profitCents) * BigInt(openPoints) - exact);
    expect(twiceError <= BigInt(openPoints) && twiceError >= -BigInt(openPoints)).toBe(true);
    if (closed.isProtected) expect(profitCents).toBeGreaterThanOrEqual(0 - amountCents);

    const entries =
      trades.find((posting) => posting.reference === `position:${closed.id}`)?.entries ?? [];
    const customers = entries.filter((entry) => entry.customerId !== null);
    expect(customers.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(profitCents);
    const house = entries.filter((entry) => entry.account === 'house:protection');
    if (!closed.isProtected) expect(house).toEqual([]);
  }
  for (const event of happened) {
    if (event.kind !== 'position-opened') continue;
    const account = history.state.accounts.get(event.position.accountId);
    if (account === undefined) throw new Error('an account');
    const { freeMarginCents } = accountFigures(history.state, account);
    expect(freeMarginCents).toBeGreaterThanOrEqual(0);
  }
}

/** After a tick of a live symbol nothing stays open that it should have closed. */
function expectTickDone(history: History, symbol: string): void {
  const { state } = history;
  const market = state.markets.get(symbol);
  if (market?.state !== 'live' || market.quote === undefined) return;
  const { sellPoints, buyPoints } = market.quote;
  const positions = [...state.accounts.values()].flatMap((account) =>
    [...account.positions.values()].filter((position) => position.symbol === symbol),
  );
  for (const { direction, stopPoints, targetPoints, terminationPoints } of positions) {
    const price = direction === 'buy' ? sellPoints : 0 - buyPoints;
    const mirrored = (level: number) => (direction === 'buy' ? level : 0 - level);
    expect(price).toBeGreaterThan(mirrored(terminationPoints));
    if (stopPoints !== null) expect(price).toBeGreaterThan(mirrored(stopPoints));
    if (targetPoints !== null) expect(price).toBeLessThan(mirrored(targetPoints));
  }
  for (const { accountId } of positions) {
    const account = state.accounts.get(accountId);
    if (account === undefined) throw new Error('an account');
    const { equityCents, investedCents } = accountFigures(state, account);
    expect(equityCents * 100).toBeGreaterThanOrEqual(investedCents * 50);
  }
}

/** The close-outs of a tick, undone from the last: each was still due when it was decided. */
function expectCloseOutsNeeded(history: History, happened: readonly Event[]): void {
  for (const account of history.state.accounts.values()) {
    const { equityCents, investedCents } = accountFigures(history.state, account);
    const spared = happened.filter(
      (event) => event.kind === 'funds-posted' && event.accountId === account.id,
    );
    const paid = postingsOf(spared)
      .flatMap((posting) => posting.entries)
      .filter((entry) => entry.customerId !== null)
      .reduce((sum, entry) => sum + entry.amountCents, 0);
    let invested: number = investedCents;
    for (const closed of closedOf(happened).toReversed()) {
      if (closed.accountId !== account.id || closed.closingReason !== 'low-margin') continue;
      const isTerminated =
        closed.direction === 'buy'
          ? closed.closeQuote.sellPoints <= closed.terminationPoints
          : closed.closeQuote.buyPoints >= closed.terminationPoints;
      if (isTerminated) continue;
      invested += closed.amountCents;
      expect((equityCents - paid) * 100).toBeLessThan(invested * 50);
    }
  }
}

function expectProtected(history: History, happened: readonly Event[]): void {
  for (const accountId of new Set(closedOf(happened).map((closed) => closed.accountId))) {
    const account = history.state.accounts.get(accountId);
    if (account === undefined) throw new Error('an account');
    const isDue = account.terms.clientCategory === 'retail' && account.positions.size === 0;
    if (isDue) {
      expect(accountFigures(history.state, account).balanceCents).toBeGreaterThanOrEqual(0);
    }
  }
}

it('keeps its rules through any history of commands', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(...REGIMES),
      fc.array(steps, { minLength: 30, maxLength: 80 }),
      (regime, history) => {
        const world = begin(regime);
        for (const step of history) {
          world.nowMs += step.kind === 'tick' ? step.waitMs : 100;
          const happened = perform(world, commandOf(world, step));
          expectSoundEvents(world, happened);
          expectProtected(world, happened);
          if (step.kind === 'tick') expectTickDone(world, step.symbol);
          if (step.kind === 'tick') expectCloseOutsNeeded(world, happened);
          for (const event of happened) reached.add(event.kind);
          for (const closed of closedOf(happened)) reached.add(closed.closingReason);
          for (const posting of postingsOf(happened)) reached.add(posting.kind);
        }
        expectLedgerAgrees(world);
        expectPositionsAgree(world);

        // The same events, applied to an empty state, bring about the same state.
        const replayed = emptyState(regime);
        for (const event of world.events) apply(replayed, event);
        expect(snapshotOf(replayed)).toBe(snapshotOf(world.state));
      },
    ),
    { numRuns: 400 },
  );
  // A history that never met a rule has not tested it.
  for (const name of [
    'position-opened',
    'position-reduced',
    'levels-changed',
    'manually',
    'stop-loss',
    'take-profit',
    'low-margin',
    'protection',
  ]) {
    expect(reached).toContain(name);
  }
});
