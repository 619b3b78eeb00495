// The prices, as other features and the assembly use them.
import type { Quote } from '@halyard/core/instrument';
import type { FeedConnection, Timing } from '@halyard/market';
import type { Halt, Resumed, Worked } from '#features/trading-halts/trading-halts.ts';
import type { HistoryProgress } from './history-progress.ts';
import type { SymbolTerms } from './symbol-terms.ts';

export type PricesStatus = {
  readonly feeds: readonly {
    readonly name: string;
    readonly connection?: FeedConnection;
    /** The lag of the feed's quotes; undefined for simulated and replayed prices. */
    readonly timing: Timing | undefined;
  }[];
  readonly history: Omit<HistoryProgress, 'note'>;
  readonly halts: readonly Halt[];
};

/** The prices, as every program uses them, also one without the market. */
export type Prices = {
  /** Returns whether vendors quote the symbol; undefined if no feed does. */
  isReal(symbol: string): boolean | undefined;
  /** Halts a symbol; false if it was already halted. */
  halt(halt: Omit<Halt, 'atMs' | 'isFrozen'>): Promise<boolean>;
  /** Ends the manual halt of a symbol; other causes can still halt it. */
  resume(halt: Pick<Halt, 'symbol' | 'by'>): Promise<Resumed>;
  /**
   * Runs an action while quotes of a manually halted symbol are ignored, which continues until the
   * symbol is resumed; undefined if it is not manually halted. Splitting and resuming through
   * any program wait in the meantime.
   */
  whileFrozen<Result extends Worked>(
    symbol: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>;
  /**
   * Shows a frozen symbol's last quote as its last split adjusted it, until the source quotes the
   * symbol.
   */
  showSplit(symbol: string): Promise<void>;
  status(): Promise<PricesStatus>;
  readonly terms: SymbolTerms;
  close(): Promise<void>;
};

/** The prices of the program that runs the market. */
export type PricesOwner = Prices & {
  /**
   * Stores this program's price environments, logs its prices, and applies halts that other
   * programs set. Call it once the program has the lease.
   */
  takeOver(): Promise<void>;
  /**
   * Returns the last logged quote of each symbol: the value of open positions until the next quote,
   * which a closed market may not send for days.
   */
  listLastQuotes(): Promise<readonly Quote[]>;
  /**
   * Applies what other programs halted and quoted in the meantime. Call it once this program has
   * the lease again.
   */
  recall(): Promise<readonly Quote[]>;
  /** Applies the halts of the database, because another program has changed them. */
  applyHalts(): Promise<void>;
};
