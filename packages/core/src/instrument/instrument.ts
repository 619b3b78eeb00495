// What can be traded, and the prices it trades at. A price is an integer number of points
// (10^-decimals of the instrument), so that comparisons are exact.

export type Points = number & { readonly __unit: 'points' };

export const CATEGORIES = ['forex', 'stocks', 'crypto', 'commodities', 'index'] as const;
export type Category = (typeof CATEGORIES)[number];

export const DIRECTIONS = ['buy', 'sell'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const SYMBOL_STATES = ['live', 'stale', 'closed', 'halted', 'none'] as const;
export type SymbolState = (typeof SYMBOL_STATES)[number];

export type Instrument = {
  readonly symbol: string;
  readonly name: string;
  readonly category: Category;
  readonly decimals: number;
  /** The largest leverage a retail customer may use under the eu-retail regime. */
  readonly leverageMaxRetail: number;
  readonly amountMaxCents: number;
  /** A live quote older than this is stale. */
  readonly staleAfterMs: number;
  /** The code that a charting site knows it by, such as 'BINANCE:BTCUSDT'. */
  readonly chartSymbol: string;
  readonly sessionId: string;
};

/** The customer buys at `buyPoints` and sells at `sellPoints`; never crossed. */
export type Quote = {
  readonly symbol: string;
  readonly sellPoints: Points;
  readonly buyPoints: Points;
  /** Grows by at least one with each accepted tick of the symbol. */
  readonly sequence: number;
  readonly source: string;
  readonly sourceAtMs: number;
  readonly receivedAtMs: number;
};
