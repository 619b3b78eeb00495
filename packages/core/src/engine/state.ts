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
import type { CalmRange, MarginBands, Sides, SymbolLevels } from '#trigger/trigger.ts';

export const ACCOUNT_STATUSES = ['active', 'close-only', 'blocked'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** What the engine must know of a customer; staff change it by command. */
export type AccountTerms = {
  readonly status: AccountStatus;
  readonly isVerified: boolean;
  readonly clientCategory: ClientCategory;
  /** Whether new positions are limited-risk positions. */
  readonly hasGuaranteedStop: boolean;
  readonly permittedCategories: readonly Category[];
  /** Permitted indexes into the leverage list, by category. */
  readonly leverageIndexes: Readonly<Partial<Record<Category, readonly number[]>>>;
  /**
   * Set for an account that staff have linked with other accounts of the same person: a negative
   * balance after a loss is owed until staff decide how much of it balance protection pays.
   */
  readonly sharesProtection?: true;
};

export type Account = {
  readonly id: AccountId;
  terms: AccountTerms;
  cashCents: Cents;
  creditCents: Cents;
  readonly positions: Map<PositionId, Position>;
  /** The account's pending entry orders. */
  readonly orders: Map<OrderId, EntryOrder>;
  /** The customer's debt: reversed deposits, and losses that protection has not paid. */
  debtCents: Cents;
  /** Funds held for withdrawals, by transaction id, oldest first. */
  readonly holds: Map<string, Cents>;
  /** The lowest margin level that the customer was warned of and that equity is still below. */
  warnedPercent: number | null;
  /** The last financing day charged, YYYY-MM-DD in New York. */
  financedDay: string | null;
};

export type SymbolMarket = {
  /** The last accepted quote, also while the symbol is not live. */
  quote: Quote | undefined;
  state: SymbolState;
  /** When the current trading session ends; null if unknown. */
  closesAtMs: number | null;
};

export type Book = {
  /** The symbol's instrument: the same object as in `instruments`. */
  instrument: Instrument;
  /** The symbol's market: the same object as in `markets`. */
  readonly market: SymbolMarket;
  /** Derived: the open positions of the symbol by their levels. */
  readonly levels: SymbolLevels;
  /** Derived: the entry orders of the symbol by their trigger prices. */
  readonly orders: OrderBook;
  readonly sides: Sides;
  /** Derived: the prices that concern none of these positions, accounts and orders. */
  readonly calm: CalmRange;
};

/** Rates per year in hundredths of a percent, by direction; the customer earns negative ones. */
export type FinancingRates = Readonly<
  Partial<Record<Category, Readonly<Record<Direction, number>>>>
>;

/** The largest plausible price gap, in percent, when the symbol trades again. */
export type GapPercents = Readonly<Partial<Record<Category, number>>>;

export type EngineRules = {
  readonly regime: Regime;
  readonly marginCloseOutPercent: number;
  /** Descending, all above the close-out level; absent means no warnings. */
  readonly marginWarningPercents?: readonly number[];
  readonly openPositionsMax: number;
  /** In hundredths of a percent of amount × leverage; absent means no premium. */
  readonly protectionFeeBps?: number;
  /** Yearly rates of overnight financing; absent means that no financing is charged. */
  readonly financingBpsYear?: FinancingRates;
  /** The most financing days charged at once; absent means no limit. */
  readonly financingNightsMax?: number;
  /**
   * The largest plausible price gap while a symbol is not live, in percent; categories that are
   * absent have none.
   */
  readonly gapPercents?: GapPercents;
};

/** One day of overnight financing. */
export type Night = {
  /** The financing day: a calendar day in New York, YYYY-MM-DD. */
  readonly day: string;
  /** The start of the financing day: 17:00 in New York. */
  readonly cutOffAtMs: number;
};

/** The complete state of the engine. Only `apply` changes it. */
export type EngineState = {
  readonly rules: EngineRules;
  readonly instruments: Map<string, Instrument>;
  readonly markets: Map<string, SymbolMarket>;
  readonly accounts: Map<AccountId, Account>;
  /** Everything that a tick of a symbol needs, found in one lookup by symbol. */
  readonly books: ReadonlyMap<string, Book>;
  /** Derived: the accounts by how far prices can move before their margin must be checked. */
  readonly marginBands: MarginBands;
  nextPositionId: PositionId;
  nextOrderId: OrderId;
  /** Derived: all entry orders by their expiry. */
  readonly orderDeadlines: OrderDeadlines;
  /** While true, no entry order is triggered. */
  isTradingPaused: boolean;
  /**
   * The financing days that closes pay for, in order: those that not every account is charged for,
   * and the next ones.
   */
  nights: readonly Night[];
};
