import type { Limits, Points, Quote, SymbolState } from '#instrument/instrument.ts';
import type { Posting } from '#ledger/ledger.ts';
import type { Cents } from '#money/money.ts';
import type { AccountId, ClosedPosition, Position, PositionId, Trail } from '#position/position.ts';
import type { EntryOrder, OrderEnd } from '#order/order.ts';
import type { TrailChanges } from '#trigger/trigger.ts';
import type { AccountTerms, Night } from './state.ts';

export type PositionOpened = {
  readonly kind: 'position-opened';
  readonly position: Position;
  /** The price that the customer saw; absent when the strategy opened the position. */
  readonly requestedPoints?: Points;
};

/**
 * `posting` books the profit; absent when the profit is zero. `financing` charges the overnight
 * financing that was due; absent when none was.
 */
export type PositionClosed = {
  readonly kind: 'position-closed';
  readonly position: ClosedPosition;
  readonly financing?: readonly Posting[];
  readonly posting: Posting | null;
};

/** A part was closed: it becomes a closed position of its own, and the remainder keeps the id. */
export type PositionReduced = {
  readonly kind: 'position-reduced';
  readonly positionId: PositionId;
  readonly remainingCents: Cents;
  /** The fraction of a cent that the remainder carries to its own close (`carry` of Exposure). */
  readonly remainingCarry: number;
  readonly closed: ClosedPosition;
  readonly financing?: readonly Posting[];
  readonly posting: Posting | null;
};

export type LevelsChanged = {
  readonly kind: 'levels-changed';
  readonly accountId: AccountId;
  readonly positionId: PositionId;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  /** The new trailing stop: null when it was removed, absent when there was none. */
  readonly trail?: Trail | null;
};

/** The rates of an open position after a split of its symbol. */
export type PositionSplit = {
  readonly kind: 'position-split';
  readonly accountId: AccountId;
  readonly positionId: PositionId;
  readonly atMs: number;
  readonly newUnits: number;
  readonly oldUnits: number;
  readonly openPoints: Points;
  readonly filledPoints: Points;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  readonly stopOutPoints: Points;
  /** Absent while no part of the position was closed. */
  readonly carry?: number;
  /** Absent without a trailing stop. */
  readonly trail?: Trail;
};

/** All positions of the symbol were split, and this is its last quote now. */
export type SymbolSplit = {
  readonly kind: 'symbol-split';
  readonly atMs: number;
  readonly newUnits: number;
  readonly oldUnits: number;
  readonly quote: Quote;
};

export type FundsPosted = {
  readonly kind: 'funds-posted';
  readonly accountId: AccountId;
  readonly posting: Posting;
};

/** Why the engine cancelled a withdrawal: a loss left negative cash, or a deposit was reversed. */
export type CancellationCause = 'loss' | 'take-back';

/** The engine released the funds held for a withdrawal that was not paid yet. */
export type WithdrawalCancelled = {
  readonly kind: 'withdrawal-cancelled';
  readonly accountId: AccountId;
  /** The withdrawal's transaction id. */
  readonly reference: string;
  readonly amountCents: Cents;
  readonly cause: CancellationCause;
  readonly posting: Posting;
};

/**
 * One day's overnight financing: a journal entry for each position that pays or earns something.
 */
export type FinancingCharged = {
  readonly kind: 'financing-charged';
  readonly accountId: AccountId;
  /** The calendar day in New York, YYYY-MM-DD. */
  readonly day: string;
  readonly postings: readonly Posting[];
};

/**
 * The account's lowest crossed warning level changed from `fromPercent` to `toPercent`; null means
 * none. A lower level is a warning, a higher one ends it.
 */
export type MarginLevelCrossed = {
  readonly kind: 'margin-level-crossed';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly fromPercent: number | null;
  readonly toPercent: number | null;
  readonly equityCents: Cents;
  readonly usedMarginCents: Cents;
};

export type AccountAdded = {
  readonly kind: 'account-added';
  readonly accountId: AccountId;
  readonly terms: AccountTerms;
};

export type TermsChanged = {
  readonly kind: 'terms-changed';
  readonly accountId: AccountId;
  readonly terms: AccountTerms;
};

/** The engine stores no accepted quote by itself: each fill stores the quote that it used. */
export type TickAccepted = { readonly kind: 'tick-accepted'; readonly quote: Quote };
export type SymbolStateSet = {
  readonly kind: 'symbol-state-set';
  readonly symbol: string;
  readonly state: SymbolState;
  readonly closesAtMs: number | null;
};
/** The engine does not store limits: the feature that sets them does. */
export type LimitsSet = {
  readonly kind: 'limits-set';
  readonly symbol: string;
  readonly limits: Limits;
};

/** The engine does not store financing days: the feature that charges financing does. */
export type NightsSet = { readonly kind: 'nights-set'; readonly nights: readonly Night[] };

export type OrderPlaced = { readonly kind: 'order-placed'; readonly order: EntryOrder };

/** The order with its new terms: after an amendment, a split, or the end of its OCO link. */
export type OrderAmended = {
  readonly kind: 'order-amended';
  readonly atMs: number;
  readonly order: EntryOrder;
};

export type OrderEnded = {
  readonly kind: 'order-ended';
  /** The order with the terms that it had when it ended. */
  readonly order: EntryOrder;
  readonly end: OrderEnd;
};

/** Not stored by the engine: the feature that pauses trading stores it. */
export type TradingPauseSet = { readonly kind: 'trading-pause-set'; readonly isPaused: boolean };

/** How far the trailing stops of a symbol have moved. */
export type TrailsMoved = TrailChanges & {
  readonly kind: 'trails-moved';
  readonly symbol: string;
  readonly atMs: number;
};

export type DurableEvent =
  | PositionOpened
  | PositionClosed
  | PositionReduced
  | LevelsChanged
  | PositionSplit
  | SymbolSplit
  | FundsPosted
  | WithdrawalCancelled
  | FinancingCharged
  | MarginLevelCrossed
  | AccountAdded
  | TermsChanged
  | OrderPlaced
  | OrderAmended
  | OrderEnded
  | TrailsMoved;
export type Event =
  | DurableEvent
  | TickAccepted
  | SymbolStateSet
  | LimitsSet
  | NightsSet
  | TradingPauseSet;

const PASSING: ReadonlySet<Event['kind']> = new Set([
  'tick-accepted',
  'symbol-state-set',
  'limits-set',
  'nights-set',
  'trading-pause-set',
]);

/** Returns whether the engine must store an event. */
export function isDurable(event: Event): event is DurableEvent {
  const { kind } = event;
  return !PASSING.has(kind);
}
