import type {
  Category,
  ClientCategory,
  Direction,
  Instrument,
  Quote,
  Regime,
  SymbolState,
} from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import type { EntryOrder, OrderBook, OrderDeadlines, OrderId } from '#order/order.ts';
import type { AccountId, Position, PositionId } from '#position/position.ts';
import type { MarginBands, Sides, SymbolLevels } from '#trigger/trigger.ts';

export const ACCOUNT_STATUSES = ['active', 'close-only', 'blocked'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** What the engine must know of a customer; staff change it by command. */
export type AccountTerms = {
  readonly status: AccountStatus;
  readonly isVerified: boolean;
  readonly clientCategory: ClientCategory;
  /** Whether new positions are limited-risk ones. */
  readonly isProtected: boolean;
  readonly permittedCategories: readonly Category[];
  /** Per category the allowed indexes into its leverage list. */
  readonly leverageIndexes: Readonly<Partial<Record<Category, readonly number[]>>>;
  /**
   * Present for an account that staff have linked with others of the same person: what a loss leaves
   * below zero is owed until staff decide what balance protection pays of it.
   */
  readonly sharesProtection?: true;
};

export type Account = {
  readonly id: AccountId;
  terms: AccountTerms;
  cashCents: Cents;
  creditCents: Cents;
  readonly positions: Map<PositionId, Position>;
  /** The entry orders that wait. */
  readonly orders: Map<OrderId, EntryOrder>;
  /** What the customer owes: deposits that were taken back, and losses that protection has not paid. */
  debtCents: Cents;
  /** What is set aside for withdrawals, by their transaction ids, the oldest first. */
  readonly holds: Map<string, Cents>;
  /** The lowest margin level that the customer was warned of and is still under. */
  warnedPercent: number | null;
  /** The last New York calendar day, YYYY-MM-DD, whose night was charged. */
  financedDay: string | null;
};

export type SymbolMarket = {
  /** The last accepted one, also while the symbol is not live. */
  quote: Quote | undefined;
  state: SymbolState;
  /** When the running session ends; null when it is not known to end. */
  closesAtMs: number | null;
};

export type Book = {
  /** The one in `instruments`. */
  instrument: Instrument;
  /** The one in `markets`. */
  readonly market: SymbolMarket;
  /** Derived: the open positions of the symbol by their levels. */
  readonly levels: SymbolLevels;
  /** Derived: the entry orders of the symbol by their trigger prices. */
  readonly orders: OrderBook;
  readonly sides: Sides;
};

/** Rates a year in hundredths of a percent, by direction; negative ones the customer earns. */
export type FinancingRates = Readonly<
  Partial<Record<Category, Readonly<Record<Direction, number>>>>
>;

/** How far a price may be gone, in percent, when its symbol trades again. */
export type GapPercents = Readonly<Partial<Record<Category, number>>>;

export type EngineRules = {
  readonly regime: Regime;
  readonly marginCloseOutPercent: number;
  /** Each above the next and above the close-out; absent for no warnings. */
  readonly marginWarningPercents?: readonly number[];
  readonly openPositionsMax: number;
  /** Of amount × leverage, in hundredths of a percent; absent for no fee. */
  readonly protectionFeeBps?: number;
  /** Absent for no financing. */
  readonly financingBpsYear?: FinancingRates;
  /** So many nights are charged at once at the most; absent for no limit. */
  readonly financingNightsMax?: number;
  /**
   * The largest plausible gap of a price while its symbol is not live, in percent; of a category
   * without one, none.
   */
  readonly gapPercents?: GapPercents;
};

/** One night of overnight financing. */
export type Night = {
  /** The calendar day of New York, YYYY-MM-DD. */
  readonly day: string;
  /** 17:00 in New York on that day. */
  readonly cutOffAtMs: number;
};

/** Owned and changed by `apply` alone. */
export type EngineState = {
  readonly rules: EngineRules;
  readonly instruments: Map<string, Instrument>;
  readonly markets: Map<string, SymbolMarket>;
  readonly accounts: Map<AccountId, Account>;
  /** What a tick of a symbol needs, to be found at once. */
  readonly books: ReadonlyMap<string, Book>;
  /** Derived: the accounts by how far prices may move until their margin must be tested. */
  readonly marginBands: MarginBands;
  nextPositionId: PositionId;
  nextOrderId: OrderId;
  /** Derived: all entry orders by their expiry. */
  readonly orderDeadlines: OrderDeadlines;
  /** While it is true no entry order is triggered. */
  isTradingPaused: boolean;
  /** The nights that not every account is charged for yet, and those to come, in their order. */
  nights: readonly Night[];
};
