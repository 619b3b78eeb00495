// A fixture for engine tests: three instruments, a clock that only the test moves, and all events
// so far.
import { assertPresent } from '#assertion/assertion.ts';
import {
  CATEGORIES,
  LEVERAGES,
  points,
  type Direction,
  type Instrument,
  type SymbolState,
} from '#instrument/instrument.ts';
import type { LedgerAccount, PostingKind } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import type { AccountId, PositionId } from '#position/position.ts';
import { MINUTE_MS } from '#time/time.ts';
import { apply } from '../apply.ts';
import type { Command } from '../command.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { accountFigures } from '../account/account.ts';
import { createEngineState } from '../rebuild.ts';
import type { Account, AccountTerms, EngineRules } from '../state.ts';

const COMMON = { name: '', chartSymbol: '', sessionId: 'always', amountMaxCents: 100_000_000 };

export const INSTRUMENTS: readonly Instrument[] = [
  {
    ...COMMON,
    symbol: 'EURUSD',
    category: 'forex',
    decimals: 5,
    leverageMaxRetail: 30,
    staleAfterMs: 15_000,
  },
  {
    ...COMMON,
    symbol: 'BTCUSD',
    category: 'crypto',
    decimals: 2,
    leverageMaxRetail: 2,
    staleAfterMs: 10_000,
  },
  {
    ...COMMON,
    symbol: 'AAPL',
    category: 'stocks',
    decimals: 2,
    leverageMaxRetail: 5,
    staleAfterMs: MINUTE_MS,
  },
];

export const RULES: EngineRules = {
  regime: 'eu-retail',
  marginCloseOutPercent: 50,
  openPositionsMax: 200,
};

export const TERMS: AccountTerms = {
  status: 'active',
  isVerified: true,
  clientCategory: 'retail',
  hasGuaranteedStop: false,
  permittedCategories: CATEGORIES,
  leverageIndexes: Object.fromEntries(
    CATEGORIES.map((category) => [category, LEVERAGES.map((_, index) => index)]),
  ),
};

export const START_MS = 1_700_000_000_000;

export type Order = {
  /** The account that places the order; default 1. */
  readonly accountId?: AccountId;
  readonly symbol: string;
  readonly direction: Direction;
  readonly amountCents: number;
  readonly leverage: number;
  readonly requestedPoints: number;
  readonly stopPoints?: number;
  readonly targetPoints?: number;
  readonly isAutomatic?: true;
};

/** Amounts in cents by ledger account. */
type Amounts = Readonly<Record<string, number>>;

export type TestEngine = ReturnType<typeof createTestEngine>;

export function createTestEngine(rules: Partial<EngineRules> = {}) {
  const state = createEngineState({
    rules: { ...RULES, ...rules },
    instruments: INSTRUMENTS,
    nextPositionId: 1,
  });
  const events: Event[] = [];
  const clock = { nowMs: START_MS };
  // Numbers quotes by time, as the market does.
  let sequence = START_MS;

  function run(command: Command): Decision {
    const decision = decide(state, command);
    if (decision.kind === 'refused') return decision;
    for (const event of decision.events) {
      apply(state, event);
      events.push(event);
    }
    return decision;
  }

  function happened(decision: Decision): readonly Event[] {
    if (decision.kind === 'refused') throw new Error(`refused: ${decision.rejection.code}`);
    return decision.events;
  }

  function account(id: AccountId = 1): Account {
    return assertPresent(state.accounts.get(id), `account ${id}`);
  }

  function setState(symbol: string, symbolState: SymbolState, closesAtMs?: number): void {
    const ending = closesAtMs === undefined ? {} : { closesAtMs };
    const atMs = clock.nowMs;
    run({ kind: 'set-symbol-state', atMs, symbol, state: symbolState, ...ending });
  }

  /** Returns the events of the tick, without the tick itself. */
  function tick(symbol: string, sell: number, buy: number): readonly Event[] {
    sequence += 1;
    const atMs = clock.nowMs;
    const quote = {
      symbol,
      bidPoints: points(sell),
      askPoints: points(buy),
      sequence,
      source: 'test',
      sourceAtMs: atMs,
      receivedAtMs: atMs,
    };
    const [accepted, ...rest] = happened(run({ kind: 'accept-tick', atMs, quote }));
    if (accepted?.kind !== 'tick-accepted') throw new Error('the tick comes first');
    return rest;
  }

  function post(kind: PostingKind, amounts: Amounts, accountId: AccountId = 1): void {
    const key = `${kind}:${events.length}`;
    const entries = Object.entries(amounts).map(([name, amount]) => ({
      account: name as LedgerAccount,
      customerId: name.startsWith('customer:') ? accountId : null,
      amountCents: cents(amount),
    }));
    const atMs = clock.nowMs;
    const posting = { kind, reference: key, uniqueKey: key, atMs, entries };
    run({ kind: 'post-funds', accountId, atMs, posting });
  }

  function addAccount(
    cashCents: number,
    terms: Partial<AccountTerms> = {},
    accountId: AccountId = 1,
  ): void {
    const atMs = clock.nowMs;
    run({ kind: 'add-account', accountId, atMs, terms: { ...TERMS, ...terms } });
    if (cashCents === 0) return;
    post('deposit', { 'customer:cash': cashCents, 'house:bank': 0 - cashCents }, accountId);
  }

  function order(placed: Order): Decision {
    const { amountCents, requestedPoints, stopPoints, targetPoints, ...rest } = placed;
    return run({
      kind: 'open-position',
      accountId: 1,
      atMs: clock.nowMs,
      ...rest,
      amountCents: cents(amountCents),
      requestedPoints: points(requestedPoints),
      stopPoints: stopPoints === undefined ? null : points(stopPoints),
      targetPoints: targetPoints === undefined ? null : points(targetPoints),
    });
  }

  /** Opens a position and returns its id. */
  function open(placed: Order): PositionId {
    const [opened] = happened(order(placed));
    if (opened?.kind !== 'position-opened') throw new Error('nothing was opened');
    return opened.position.id;
  }

  function close(positionId: PositionId, amountCents: number | null = null): Decision {
    return run({
      kind: 'close-position',
      accountId: 1,
      atMs: clock.nowMs,
      positionId,
      amountCents: amountCents === null ? null : cents(amountCents),
    });
  }

  function update(
    positionId: PositionId,
    levels: { readonly stop?: number; readonly target?: number },
  ): Decision {
    return run({
      kind: 'update-position',
      accountId: 1,
      atMs: clock.nowMs,
      positionId,
      stopPoints: levels.stop === undefined ? null : points(levels.stop),
      targetPoints: levels.target === undefined ? null : points(levels.target),
    });
  }

  for (const { symbol } of INSTRUMENTS) setState(symbol, 'live');
  return {
    state,
    events,
    clock,
    run,
    account,
    figures: () => accountFigures(state, account()),
    setState,
    tick,
    post,
    addAccount,
    order,
    open,
    close,
    update,
  };
}

/**
 * Summarises the closes in a tick's events: which positions closed, why, at which price, with which
 * profit.
 */
export function summaryOf(happened: readonly Event[]): readonly unknown[] {
  return happened.map((event) => {
    if (event.kind === 'position-closed') {
      const { id, closingReason, closePoints, profitCents } = event.position;
      return [id, closingReason, closePoints, profitCents];
    }
    if (event.kind === 'funds-posted') {
      return [event.posting.kind, ...event.posting.entries.map((entry) => entry.amountCents)];
    }
    return event.kind;
  });
}
