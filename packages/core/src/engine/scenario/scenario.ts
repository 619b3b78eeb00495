// Computes what a price move of one symbol would cost the broker, and which positions it would
// close. The accounts are copied into a separate engine state, and the engine's own `decide` judges
// the moved quote. Entry orders are not considered.
import { assertPresent } from '#assertion/assertion.ts';
import { points, type Instrument, type Points, type Quote } from '#instrument/instrument.ts';
import { cents, type Cents } from '#money/money.ts';
import { profitAt, type Position } from '#position/position.ts';
import { apply } from '../apply.ts';
import { decide } from '../decide.ts';
import type { Event } from '../event.ts';
import { createEngineState, restoreAccount, restorePosition } from '../rebuild.ts';
import type { Account, EngineRules, EngineState, SymbolMarket } from '../state.ts';

export type ScenarioStart = {
  readonly rules: EngineRules;
  readonly instruments: Iterable<Instrument>;
  /** Copies of the committed quotes and states of all symbols. */
  readonly markets: ReadonlyMap<string, Readonly<SymbolMarket>>;
  readonly accounts: readonly Readonly<Account>[];
  readonly symbol: string;
  readonly atMs: number;
};

export type ScenarioOutcome = {
  /**
   * The change of the broker's result in cents if every position closed after the move, less what
   * balance protection pays.
   */
  readonly brokerCents: Cents;
  /** What balance protection would pay, in cents. */
  readonly protectionCents: Cents;
  readonly positionsClosed: number;
  /** The number of accounts in which the move closes a position. */
  readonly accountsClosing: number;
};

/** Returns the outcome of a price move in percent. */
export type Scenario = { outcomeOf(movePercent: number): ScenarioOutcome };

/**
 * Returns the scenario; undefined while the symbol has no quote. The symbol counts as live even
 * while its market is closed; the other symbols keep their state.
 */
export function createScenario(start: ScenarioStart): Scenario | undefined {
  const { symbol, atMs } = start;
  const last = start.markets.get(symbol)?.quote;
  if (last === undefined) return undefined;
  const state = createState(start);
  const positions = start.accounts.flatMap(({ positions: held }) => [...held.values()]);
  const before = sumProfits(state, positions);
  return {
    outcomeOf: (movePercent) => {
      const quote = moved(last, { movePercent, atMs });
      const decision = decide(state, { kind: 'accept-tick', atMs, quote });
      const events = decision.kind === 'decided' ? decision.events : [];
      return summarise({ state, positions, before, events, quote });
    },
  };
}

function createState({ rules, instruments, markets, accounts, symbol }: ScenarioStart) {
  const state = createEngineState({ rules, instruments, nextPositionId: 1 });
  for (const account of accounts) {
    restoreAccount(state, account);
    for (const position of account.positions.values()) restorePosition(state, position);
  }
  for (const [name, { quote, state: symbolState, closesAtMs }] of markets) {
    if (!state.markets.has(name)) continue;
    if (quote !== undefined) apply(state, { kind: 'tick-accepted', quote });
    const isMoved = name === symbol;
    apply(state, {
      kind: 'symbol-state-set',
      symbol: name,
      state: isMoved ? 'live' : symbolState,
      closesAtMs: isMoved ? null : closesAtMs,
    });
  }
  return state;
}

type Move = { readonly movePercent: number; readonly atMs: number };

function moved(last: Quote, { movePercent, atMs }: Move): Quote {
  const move = (price: Points): Points =>
    points(Math.max(1, Math.round((price * (100 + movePercent)) / 100)));
  return {
    ...last,
    bidPoints: move(last.bidPoints),
    askPoints: move(last.askPoints),
    sequence: last.sequence + 1,
    sourceAtMs: atMs,
    receivedAtMs: atMs,
  };
}

type Judged = {
  readonly state: EngineState;
  readonly positions: readonly Position[];
  /** The customers' open profit before the move, in cents. */
  readonly before: number;
  readonly events: readonly Event[];
  readonly quote: Quote;
};

function summarise({ state, positions, before, events, quote }: Judged): ScenarioOutcome {
  const closed = new Set<number>();
  const accounts = new Set<number>();
  let [closedCents, protectionCents] = [0, 0];
  for (const event of events) {
    if (event.kind === 'position-closed') {
      closed.add(event.position.id);
      accounts.add(event.position.accountId);
      closedCents += event.position.profitCents;
    }
    if (event.kind !== 'funds-posted') continue;
    for (const { account, amountCents } of event.posting.entries) {
      if (account === 'house:protection') protectionCents -= amountCents;
    }
  }
  const open = positions.filter(({ id }) => !closed.has(id));
  const gained = closedCents + sumProfits(state, open, quote) - before;
  return {
    brokerCents: cents(0 - gained - protectionCents),
    protectionCents: cents(protectionCents),
    positionsClosed: closed.size,
    accountsClosing: accounts.size,
  };
}

function sumProfits(state: EngineState, positions: readonly Position[], incoming?: Quote): number {
  let sum = 0;
  for (const position of positions) {
    const { symbol, openQuote } = position;
    const market = assertPresent(state.markets.get(symbol), () => `${symbol} is listed`);
    const quote = incoming?.symbol === symbol ? incoming : (market.quote ?? openQuote);
    sum += profitAt(position, quote);
  }
  return sum;
}
