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
} from './orders/orders.ts';
import type { AccountTerms, Night } from './state.ts';

export type OpenPosition = {
  readonly kind: 'open-position';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  /** The order price that the customer saw, rounded to the instrument's points. */
  readonly seenPoints: Points;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  /** Present when the strategy opens, and not the customer's own hand. */
  readonly isAutomatic?: true;
};

export type ClosePosition = {
  readonly kind: 'close-position';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly positionId: PositionId;
  /** Null closes the whole. */
  readonly amountCents: Cents | null;
  /** The price that the customer saw, if they told one: kept with the close, never a condition. */
  readonly seenPoints?: Points;
  /** Present when the strategy closes; it may close only what it has opened. */
  readonly isAutomatic?: true;
  /** Present when staff close it, not the customer. */
  readonly isByBroker?: true;
};

export type UpdatePosition = {
  readonly kind: 'update-position';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly positionId: PositionId;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
};

export type ClosePositions = {
  readonly kind: 'close-positions';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly which: 'all' | 'losing';
};

/** Sets an amount aside for a withdrawal: it leaves the balance at once. */
export type HoldFunds = {
  readonly kind: 'hold-funds';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly amountCents: Cents;
  /** The withdrawal's transaction id; no other has it. */
  readonly reference: string;
};

/** Gives back what is set aside for a withdrawal. */
export type ReleaseFunds = {
  readonly kind: 'release-funds';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly reference: string;
};

/** Takes a deposit back: a refund or a charge-back. */
export type TakeBackFunds = {
  readonly kind: 'take-back-funds';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly amountCents: Cents;
  /** The transaction id of the refund or charge-back; no other has it. */
  readonly reference: string;
  /** The ledger account that the deposit came from. */
  readonly source: LedgerAccount;
};

/** Charges the open positions of an account for one night. */
export type ChargeFinancing = {
  readonly kind: 'charge-financing';
  readonly accountId: AccountId;
  readonly atMs: number;
  /** The calendar day of New York, YYYY-MM-DD. */
  readonly day: string;
  /** 17:00 in New York on that day: what is opened then or later does not pay for it. */
  readonly cutOffAtMs: number;
};

/** A posting that starts outside the engine, such as a deposit. */
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
};

/** The account of commands that concern a symbol, and so all who hold it. */
export const HOUSE_ACCOUNT_ID = 0;

/** Carries a split of a symbol out on all its open positions at once. */
export type SplitSymbol = SplitRatio & {
  readonly kind: 'split-symbol';
  readonly accountId: typeof HOUSE_ACCOUNT_ID;
  readonly atMs: number;
  readonly symbol: string;
  /** Names the action in the keys of its postings: the command's own request id. */
  readonly action: string;
};

/** Books a dividend of a symbol to all its open positions at once. */
export type PayDividend = {
  readonly kind: 'pay-dividend';
  readonly accountId: typeof HOUSE_ACCOUNT_ID;
  readonly atMs: number;
  readonly symbol: string;
  /** For each unit, in millionths of the currency that the price is in. */
  readonly micros: number;
  /** As a split's. */
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
  /** When the running session ends; absent when it is not known to end. */
  readonly closesAtMs?: number;
};

/** The house's limits of a symbol from now on; what is open keeps what was agreed. */
export type SetLimits = {
  readonly kind: 'set-limits';
  readonly atMs: number;
  readonly symbol: string;
  readonly limits: Limits;
};

/**
 * The nights that overnight financing is not charged for yet, in their order, and as many to come as
 * the nightly task may miss: a position that closes pays for those that have begun.
 */
export type SetNights = {
  readonly kind: 'set-nights';
  readonly atMs: number;
  readonly nights: readonly Night[];
};

export type AccountCommand =
  | OpenPosition
  | ClosePosition
  | UpdatePosition
  | ClosePositions
  | HoldFunds
  | ReleaseFunds
  | TakeBackFunds
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
  | SetTradingPause;
export type Command = AccountCommand | MarketCommand;
