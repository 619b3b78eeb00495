// Instruments and their prices. A price is an integer number of points (10^-decimals of the
// instrument), so comparisons are exact.
import type { Category } from './category.ts';
import type { Limits } from './limits.ts';

export { CATEGORIES, CATEGORY_IDS, findCategory, SLIPPAGE_TOLERANCE_BPS } from './category.ts';
export type { Category } from './category.ts';
export { displayDecimals } from './display-decimals.ts';
export {
  CLIENT_CATEGORIES,
  LEVERAGES,
  listAllowedLeverages,
  listLeverages,
  REGIMES,
} from './leverage.ts';
export {
  findLimitsProblem,
  instrumentLimits,
  LIMIT_AMOUNT_MAX_CENTS,
  LIMIT_AMOUNT_MIN_CENTS,
} from './limits.ts';
export type { Limits, LimitsProblem } from './limits.ts';
export type { ClientCategory, LeverageAllowance, Regime } from './leverage.ts';
export { DECIMALS_MAX, points, powerOfTen, PRICE_POINTS_MAX, toRate } from './points.ts';
export type { Points } from './points.ts';
export {
  assertQuote,
  closingPrice,
  DIRECTIONS,
  isBeyondTolerance,
  orderPrice,
  quotePricesAround,
} from './quote.ts';
export type { Direction, Quote } from './quote.ts';
export {
  isSplitQuoteFit,
  isSplitRatio,
  SPLIT_SOURCE,
  SPLIT_UNITS_MAX,
  splitPoints,
  splitQuote,
} from './split.ts';
export type { SplitRatio } from './split.ts';
export { parseRate, parseRequestedRate } from './rate-text.ts';
export { CALCULATOR_LEVERAGES, stopOutFraction, stopOutPercent, stopOutPrice } from './stop-out.ts';
export type { Fraction } from './stop-out.ts';

export const SYMBOL_STATES = ['live', 'stale', 'closed', 'halted', 'none'] as const;
export type SymbolState = (typeof SYMBOL_STATES)[number];

export type Instrument = Partial<Limits> & {
  readonly symbol: string;
  readonly name: string;
  readonly category: Category;
  readonly decimals: number;
  /** The maximum leverage of a retail customer under the eu-retail regime. */
  readonly leverageMaxRetail: number;
  readonly amountMaxCents: number;
  /** A live quote older than this is stale. */
  readonly staleAfterMs: number;
  /** The symbol's code on a charting site, such as 'BINANCE:BTCUSDT'. */
  readonly chartSymbol: string;
  readonly sessionId: string;
};
