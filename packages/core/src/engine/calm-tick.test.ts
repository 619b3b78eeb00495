// Compares the calm range of each symbol with a full scan after every command that can change what a
// quote concerns: also splits, dividends, debits, amended orders, restarts and a take-over.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { points, REGIMES, type Quote, type Regime } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { isReached } from '#order/order.ts';
import { listCloses } from './accept-tick.ts';
import { apply } from './apply.ts';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import { followAccount, followOrder, followPosition, followTrails } from './follow.ts';
import { getBook, isCalm } from './market-view.ts';
import { listTriggered } from './orders/orders.ts';
import type { EngineState } from './state.ts';
import { commandOf, createHistory, emptyState, listBeginning, steps } from './testing/history.ts';
import type { History, Step } from './testing/history.ts';
import { requote, restarted, StoredMarks } from './testing/restarted.ts';
import { INSTRUMENTS } from './testing/test-engine.ts';

const symbols = fc.constantFrom(...INSTRUMENTS.map(({ symbol }) => symbol));
const ids = fc.integer({ min: 1, max: 3 });
const parts = fc.integer({ min: 1, max: 12 });
const rates = fc.integer({ min: 7_000, max: 13_000 }).map(points);

/** What the shared histories lack. */
const rareSteps = fc.oneof(
  fc.record({
    kind: fc.constant('split-symbol' as const),
    symbol: symbols,
    newUnits: fc.constant(3),
    oldUnits: fc.constantFrom(1, 2, 4),
  }),
  fc.record({
    kind: fc.constant('pay-dividend' as const),
    symbol: symbols,
    micros: fc.integer({ min: 1, max: 500_000 }),
  }),
  fc.record({
    kind: fc.constant('debit' as const),
    accountId: ids,
    amountCents: fc.integer({ min: 1, max: 30_000 }),
  }),
  fc.record({
    kind: fc.constant('update-position' as const),
    accountId: ids,
    positionId: parts,
    stopPoints: fc.constant(null),
    targetPoints: fc.constant(null),
    trailDistance: fc.option(fc.integer({ min: 50, max: 2_000 }).map(points)),
  }),
  fc.record({
    kind: fc.constant('amend-order' as const),
    accountId: ids,
    orderId: parts,
    points: rates,
  }),
  fc.record({ kind: fc.constant('record-trails' as const) }),
);
type RareStep = typeof rareSteps extends fc.Arbitrary<infer Value> ? Value : never;
const replacements = fc.constantFrom('restart' as const, 'take-over' as const);

/** A history in which a case never occurred has not tested it. */
const CASES = [
  'financing-charged',
  'funds-posted',
  'margin-level-crossed',
  'order-amended',
  'order-ended',
  'position-closed',
  'position-reduced',
  'position-split',
  'restart',
  'symbol-split',
  'take-over',
  'terms-changed',
];

const ROUNDS_MAX = 12;

const quotes = fc.record({
  movePercent: fc.oneof(fc.constant(0), fc.double({ min: -12, max: 12, noNaN: true })),
  movePoints: fc.integer({ min: -1, max: 1 }),
  spread: fc.integer({ min: 0, max: 60 }),
});

type Market = {
  history: History;
  readonly regime: Regime;
  readonly marks: StoredMarks;
  readonly reached: Set<string>;
};

function perform({ history, marks, reached }: Market, command: Command): void {
  const decision = decide(history.state, command);
  if (decision.kind === 'refused') return;
  for (const event of decision.events) {
    apply(history.state, event);
    history.events.push(event);
    marks.note(event);
    reached.add(event.kind);
  }
}

/** The commands of a rare step; a split or a dividend needs a symbol that does not trade. */
function commandsOf({ state, nowMs: atMs, events }: History, step: RareStep): readonly Command[] {
  const key = `rare:${events.length}`;
  if (step.kind === 'split-symbol' || step.kind === 'pay-dividend') {
    const { symbol } = step;
    const set = { kind: 'set-symbol-state', atMs, symbol } as const;
    const before = state.markets.get(symbol)?.state ?? 'live';
    const action = { ...step, accountId: 0, atMs, action: key } as const;
    return [{ ...set, state: 'halted' }, action, { ...set, state: before }];
  }
  if (step.kind === 'debit') {
    const { accountId, amountCents } = step;
    const entries = [
      { account: 'customer:cash', customerId: accountId, amountCents: cents(0 - amountCents) },
      { account: 'house:bank', customerId: null, amountCents: cents(amountCents) },
    ] as const;
    const posting = { kind: 'correction', reference: key, uniqueKey: key, atMs, entries } as const;
    return [{ kind: 'post-funds', accountId, atMs, posting }];
  }
  return [{ ...step, atMs }];
}

/** Returns the state of a program that has followed this one, as it begins to serve. */
function followed(state: EngineState, empty: EngineState, marks: StoredMarks): EngineState {
  for (const account of state.accounts.values()) {
    followAccount(empty, account);
    for (const position of account.positions.values()) followPosition(empty, position);
    for (const order of account.orders.values()) followOrder(empty, order);
  }
  followTrails(empty, marks);
  requote(state, empty);
  return empty;
}

function replaceState(market: Market, kind: 'restart' | 'take-over'): void {
  const { history, regime, marks } = market;
  perform(market, { kind: 'record-trails', atMs: history.nowMs });
  const empty = emptyState(regime);
  const state =
    kind === 'restart'
      ? restarted(history.state, empty, undefined, marks)
      : followed(history.state, empty, marks);
  market.history = { ...history, state };
  market.reached.add(kind);
}

/** Returns whether the quote is calm, after checking by a full scan that it concerns nothing. */
function expectNothingHidden({ state, nowMs: atMs }: History, quote: Quote): boolean {
  const book = getBook(state, quote.symbol);
  if (!isCalm(state, book, quote)) return false;
  const ofSymbol = <Item extends { readonly symbol: string }>(all: ReadonlyMap<number, Item>) =>
    [...all.values()].filter(({ symbol }) => symbol === quote.symbol);
  const accounts = [...state.accounts.values()];
  const positions = accounts.flatMap((account) => ofSymbol(account.positions));
  const accountIds = positions.map(({ accountId }) => accountId);
  const tick = { kind: 'accept-tick', atMs, quote } as const;
  expect(listCloses(state, tick, { positions, accountIds })).toEqual([]);
  const orders = accounts.flatMap((account) => ofSymbol(account.orders));
  expect(orders.filter((order) => isReached(order, quote))).toEqual([]);
  const moved = positions.filter((position) => {
    const { direction, trail } = book.levels.current(position);
    if (trail === undefined) return false;
    const { bestPoints } = trail;
    return direction === 'buy' ? quote.bidPoints > bestPoints : quote.askPoints < bestPoints;
  });
  expect(moved).toEqual([]);
  return true;
}

/** The next quote of each symbol, near its last one. */
function* listProbes(
  { state }: History,
  around: readonly { movePercent: number; movePoints: number; spread: number }[],
): Iterable<Quote> {
  for (const { quote: last } of state.markets.values()) {
    if (last === undefined) continue;
    for (const { movePercent, movePoints, spread } of around) {
      const bid = Math.round(last.bidPoints * (1 + movePercent / 100)) + movePoints;
      const prices = { bidPoints: points(bid), askPoints: points(bid + spread) };
      yield { ...last, ...prices, sequence: last.sequence + 1 };
    }
  }
}

type AnyStep = Step | { readonly rare: RareStep } | { readonly replaceBy: 'restart' | 'take-over' };

function take(market: Market, step: AnyStep): void {
  const { history } = market;
  history.nowMs += 100;
  if ('replaceBy' in step) {
    replaceState(market, step.replaceBy);
    return;
  }
  if ('rare' in step) {
    for (const command of commandsOf(history, step.rare)) perform(market, command);
    return;
  }
  perform(market, commandOf(history, step));
  if (step.kind !== 'tick') return;
  const { state, nowMs: atMs } = history;
  for (const { id: orderId, accountId } of listTriggered(state, step.symbol, atMs)) {
    perform(market, { kind: 'trigger-order', accountId, atMs, orderId });
  }
}

it('contains no quote that concerns a position, an account or an order, whatever happened', () => {
  const reached = new Set<string>();
  const anyStep: fc.Arbitrary<AnyStep> = fc.oneof(
    { weight: 12, arbitrary: steps },
    { weight: 4, arbitrary: rareSteps.map((rare) => ({ rare })) },
    replacements.map((replaceBy) => ({ replaceBy })),
  );
  const history = fc.array(anyStep, { minLength: 100, maxLength: 200 });
  const probes = fc.array(quotes, { minLength: 6, maxLength: 6 });
  const seen = { calm: 0, others: 0 };
  const isCovered = () => CASES.every((name) => reached.has(name));
  for (let round = 0; round < ROUNDS_MAX && !isCovered(); round += 1) {
    fc.assert(
      fc.property(fc.constantFrom(...REGIMES), history, probes, (regime, all, around) => {
        const marks = new StoredMarks();
        const market: Market = { history: createHistory(regime), regime, marks, reached };
        for (const command of listBeginning(market.history)) perform(market, command);
        for (const step of all) {
          take(market, step);
          for (const quote of listProbes(market.history, around)) {
            const isHidden = expectNothingHidden(market.history, quote);
            seen[isHidden ? 'calm' : 'others'] += 1;
          }
        }
      }),
      { numRuns: 30 },
    );
  }
  expect(CASES.filter((name) => !reached.has(name))).toEqual([]);
  expect(seen.calm).toBeGreaterThan(1_000);
  expect(seen.others).toBeGreaterThan(1_000);
}, 120_000);
