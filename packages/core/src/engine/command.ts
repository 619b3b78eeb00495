import type {
  Direction,
  Limits,
  Points,
  Quote,
  SplitRatio,
  SymbolState,
} from '#instrument/instrument.ts';
import type { LedgerAccount, Posting } from '#ledger/ledger.ts';
import type { Cents } from '#money/money.ts';
import type { AccountId, PositionId } from '#position/position.ts';
import type {
  AmendOrder,
  CancelOrder,
  ExpireOrders,
  PlaceOrder,
  SetTradingPause,
  TriggerOrder,
} from './order-commands.ts';
import type { AccountTerms, Night } from './state.ts';

export type OpenPosition = {
  readonly kind: 'open-position';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  /**
   * The order price that the customer saw when requesting the position, rounded to the instrument's
   * points.
   */
  readonly requestedPoints: Points;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  /** The requested distance of a trailing stop in points; null or absent for none. */
  readonly trailDistance?: Points | null;
  /** Set when the strategy opens the position. */
  readonly isAutomatic?: true;
};

export type ClosePosition = {
  readonly kind: 'close-position';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly positionId: PositionId;
  /** The part of the margin to close in cents; null closes the whole position. */
  readonly amountCents: Cents | null;
  /**
   * The order price that the customer saw, if the client sent one. It is stored with the close as
   * evidence and is not a condition.
   */
  readonly requestedPoints?: Points;
  /** Set when the strategy closes the position; it can close only positions that it opened. */
  readonly isAutomatic?: true;
  /** Set when staff close the position. */
  readonly isByBroker?: true;
};

export type UpdatePosition = {
  readonly kind: 'update-position';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly positionId: PositionId;
  /** The new stop loss; absent leaves it unchanged, null removes it. */
  readonly stopPoints?: Points | null;
  readonly targetPoints?: Points | null;
  readonly trailDistance?: Points | null;
};

export type ClosePositions = {
  readonly kind: 'close-positions';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly which: 'all' | 'losing';
};

/** Holds an amount for a withdrawal; it leaves the balance at once. */
export type HoldFunds = {
  readonly kind: 'hold-funds';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly amountCents: Cents;
  /** The withdrawal's transaction id, unique to it. */
  readonly reference: string;
};

/** Releases the funds held for a withdrawal. */
export type ReleaseFunds = {
  readonly kind: 'release-funds';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly reference: string;
};

/** Reverses a deposit after a refund or charge-back. */
export type ReverseFunds = {
  readonly kind: 'take-back-funds';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly amountCents: Cents;
  /** The transaction id of the refund or charge-back; each reverses a deposit at most once. */
  readonly reference: string;
  /** The ledger account that the deposit was booked from, which the reversal is booked to. */
  readonly source: LedgerAccount;
};

/** Charges the open positions of an account for one day of overnight financing. */
export type ChargeFinancing = {
  readonly kind: 'charge-financing';
  readonly accountId: AccountId;
  readonly atMs: number;
  /** The calendar day in New York, YYYY-MM-DD. */
  readonly day: string;
  /** 17:00 in New York on that day; positions opened at or after it are not charged. */
  readonly cutOffAtMs: number;
};

/** Books a journal entry that starts outside the engine, such as a deposit. */
export type PostFunds = {
  readonly kind: 'post-funds';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly posting: Posting;
};

export type AddAccount = {
  readonly kind: 'add-account';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly terms: AccountTerms;
};

export type ChangeTerms = {
  readonly kind: 'change-terms';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly terms: AccountTerms;
  /**
   * The terms that the account must have; with other terms the command changes nothing. So a delayed
   * command of one program can't replace the newer terms of another.
   */
  readonly expected?: AccountTerms;
};

/**
 * The placeholder account of commands that concern a symbol and all its holders rather than one
 * account.
 */
export const BROKER_ACCOUNT_ID = 0;

/** Applies a split of a symbol to all its open positions at once. */
export type SplitSymbol = SplitRatio & {
  readonly kind: 'split-symbol';
  readonly accountId: typeof BROKER_ACCOUNT_ID;
  readonly atMs: number;
  readonly symbol: string;
  /**
   * Identifies the corporate action in the keys of its journal entries: the command's request id.
   */
  readonly action: string;
};

/** Books a dividend of a symbol to all its open positions at once. */
export type PayDividend = {
  readonly kind: 'pay-dividend';
  readonly accountId: typeof BROKER_ACCOUNT_ID;
  readonly atMs: number;
  readonly symbol: string;
  /** The dividend per unit, in millionths of the currency of the price. */
  readonly micros: number;
  /** Identifies the dividend in the keys of its journal entries, as for a split. */
  readonly action: string;
};

export type SymbolAction = SplitSymbol | PayDividend;

export type AcceptTick = {
  readonly kind: 'accept-tick';
  readonly atMs: number;
  readonly quote: Quote;
};

export type SetSymbolState = {
  readonly kind: 'set-symbol-state';
  readonly atMs: number;
  readonly symbol: string;
  readonly state: SymbolState;
  /** When the current trading session ends; absent if unknown. */
  readonly closesAtMs?: number;
};

/**
 * Sets the broker's limits of a symbol; open positions keep the conditions they were opened with.
 */
export type SetLimits = {
  readonly kind: 'set-limits';
  readonly atMs: number;
  readonly symbol: string;
  readonly limits: Limits;
};

/**
 * Sets the financing days that closes pay for, oldest first: those that not every account has been
 * charged for, and the next ones. A position that closes pays for the days that have begun, even if
 * the nightly task is late.
 */
export type SetNights = {
  readonly kind: 'set-nights';
  readonly atMs: number;
  readonly nights: readonly Night[];
};

/**
 * Stores how far trailing stops have moved since the previous such command: one mark for all stops
 * that have seen the same best price, however many there are. The program sends it once a second
 * instead of at each quote.
 */
export type RecordTrails = { readonly kind: 'record-trails'; readonly atMs: number };

export type AccountCommand =
  | OpenPosition
  | ClosePosition
  | UpdatePosition
  | ClosePositions
  | HoldFunds
  | ReleaseFunds
  | ReverseFunds
  | ChargeFinancing
  | PostFunds
  | AddAccount
  | ChangeTerms
  | SymbolAction
  | PlaceOrder
  | AmendOrder
  | CancelOrder;
export type MarketCommand =
  | AcceptTick
  | SetSymbolState
  | SetLimits
  | SetNights
  | TriggerOrder
  | ExpireOrders
  | SetTradingPause
  | RecordTrails;
export type Command = AccountCommand | MarketCommand;
