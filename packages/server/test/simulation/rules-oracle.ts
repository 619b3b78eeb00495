// The rules of trading once more, from the design alone: slow, plain, sharing no code with the
// product. The checks hold what was committed against it.
import type { AccountTerms, EngineRules } from '@halyard/core/engine';
import type { Instrument, Quote } from '@halyard/core/instrument';

import type { SqlRow } from './array-cells.ts';
import { instrumentOf } from './market-walk.ts';

const LEVERAGES = [1, 2, 3, 5, 10, 15, 20, 30];
/** Tenths of a percent that the price may move against a position, by leverage. */
const STOP_OUT: Readonly<Record<number, number>> = {
  1: 1000,
  3: 333,
  5: 200,
  10: 100,
  15: 75,
  20: 50,
  30: 33,
};

export type Stored = {
  readonly id: number;
  readonly account_id: number;
  readonly symbol: string;
  readonly direction: 'buy' | 'sell';
  readonly amount_cents: number;
  readonly leverage: number;
  readonly is_protected: boolean;
  readonly stop_points: number | null;
  readonly target_points: number | null;
  readonly termination_points: number;
  readonly open_points: number;
  /**
   * What its closed parts earned beyond what was booked, in cents × open points, of a small position
   * less half a cent; null for none.
   */
  readonly carry: number | null;
  readonly trail_distance: number | null;
  /** The best price that the trailing stop is behind. */
  readonly trail_points: number | null;
};

/** A row of the positions that is what the engine writes. */
export function asPosition(row: SqlRow): Stored {
  return row as Stored;
}

export type Prices = Pick<Quote, 'bidPoints' | 'askPoints'>;

/** a × b ÷ c, half to even. */
function timesOver(a: number, b: number, c: number): number {
  const product = a * b;
  if (!Number.isSafeInteger(product)) return Number(halfEven(BigInt(a) * BigInt(b), BigInt(c)));
  const rest = Math.abs(product % c);
  const floor = (Math.abs(product) - rest) / c;
  const isUp = rest * 2 > c || (rest * 2 === c && floor % 2 === 1);
  const rounded = isUp ? floor + 1 : floor;
  return product < 0 && rounded !== 0 ? -rounded : rounded;
}

function halfEven(product: bigint, divisor: bigint): bigint {
  const size = product < 0n ? -product : product;
  const rest = size % divisor;
  const floor = size / divisor;
  const isUp = rest * 2n > divisor || (rest * 2n === divisor && floor % 2n === 1n);
  const rounded = isUp ? floor + 1n : floor;
  return product < 0n ? -rounded : rounded;
}

/** Buy price + 0.025 % or sell price − 0.025 %, half away from zero. */
export function orderPoints(direction: Stored['direction'], quote: Prices): number {
  const price = direction === 'buy' ? quote.askPoints * 4_001 : quote.bidPoints * 3_999;
  return Math.floor((price * 2 + 4_000) / 8_000);
}

export function marketPoints({ direction }: Pick<Stored, 'direction'>, quote: Prices): number {
  return direction === 'buy' ? quote.bidPoints : quote.askPoints;
}

export function stopOutPoints(position: Stored): number {
  const { leverage, open_points: open, is_protected: hasGuaranteedStop, direction } = position;
  const permille = STOP_OUT[leverage];
  const isWhole = permille === undefined || (hasGuaranteedStop && permille * leverage > 1_000);
  const distance = isWhole ? Math.floor(open / leverage) : Math.floor((open * permille) / 1_000);
  return direction === 'buy' ? open - distance : open + distance;
}

/** Where a close fills: at the market, and of a protected one never beyond its guarantee. */
export function fillPoints(position: Stored, quote: Prices): number {
  const market = marketPoints(position, quote);
  if (!position.is_protected) return market;
  const { stop_points: stop, termination_points: stopOut, direction } = position;
  const isBuy = direction === 'buy';
  const nearest = isBuy ? Math.max : Math.min;
  return nearest(market, stopOut, stop ?? stopOut);
}

export function profitAt(position: Stored, closePoints: number): number {
  const { amount_cents: amount, leverage, open_points: open, direction } = position;
  const move = direction === 'buy' ? closePoints - open : open - closePoints;
  if (position.carry === null) return timesOver(amount * leverage, move, open);
  // The parts as one sum: to the nearest cent, and down from exactly between two.
  const exact = BigInt(amount * leverage) * BigInt(move) + BigInt(position.carry);
  const double = 2n * BigInt(open);
  const raised = 2n * exact - BigInt(open);
  const floor = raised / double - (raised % double < 0n ? 1n : 0n);
  return Number(floor * double === raised ? floor : floor + 1n);
}

/** The exact profit of a part in cents × open points. */
export function exactProfit(position: Stored, closePoints: number): bigint {
  const { amount_cents: amount, leverage, open_points: open, direction } = position;
  const move = direction === 'buy' ? closePoints - open : open - closePoints;
  return BigInt(amount * leverage) * BigInt(move);
}

/** What one night costs, in cents; a year has 365 days, and rates are in 1/10,000. */
export function nightCents(position: Stored, rules: EngineRules): number {
  return timesOver(position.amount_cents * position.leverage, rateOf(position, rules), 3_650_000);
}

/** What a position costs a year, in 1/10,000 of its notional. */
export function rateOf({ symbol, direction }: Stored, rules: EngineRules): number {
  const { category } = instrumentOf(symbol);
  return rules.financingBpsYear?.[category]?.[direction] ?? 0;
}

/** The quote after its symbol's price has jumped against a position as far as is plausible. */
export function gappedQuote(symbol: string, quote: Prices, rules: EngineRules): Prices {
  const { category } = instrumentOf(symbol);
  const percent = rules.gapPercents?.[category] ?? 0;
  return {
    bidPoints: Math.floor((quote.bidPoints * (100 - percent)) / 100) as Quote['bidPoints'],
    askPoints: Math.ceil((quote.askPoints * (100 + percent)) / 100) as Quote['askPoints'],
  };
}

export function worthAt(position: Stored, quote: Prices): number {
  return profitAt(position, fillPoints(position, quote));
}

/** Whether a customer of these terms may open with this leverage. */
export function isLeverageAllowed(
  { leverage }: Stored,
  instrument: Instrument,
  { terms, regime }: { readonly terms: AccountTerms; readonly regime: EngineRules['regime'] },
): boolean {
  const isCapped = regime === 'eu-retail' && terms.clientCategory === 'retail';
  const isWithinCap = !isCapped || leverage <= instrument.leverageMaxRetail;
  const indexes = terms.leverageIndexes[instrument.category] ?? [];
  return isWithinCap && indexes.includes(LEVERAGES.indexOf(leverage));
}

export type LevelReason = 'stop-loss' | 'take-profit' | 'low-margin';

/** The first level that a price meets on its way, of those that it has reached. */
export function reachedLevel(
  position: Stored,
  quote: Prices,
  previous: Prices,
): LevelReason | undefined {
  const sign = position.direction === 'buy' ? 1 : -1;
  const to = marketPoints(position, quote) * sign;
  const from = marketPoints(position, previous) * sign;
  const below: readonly (readonly [LevelReason, number | null])[] = [
    ['stop-loss', position.stop_points],
    ['stop-loss', trailingLevel(position)],
    ['low-margin', position.termination_points],
  ];
  const met: { readonly reason: LevelReason; readonly way: number; readonly rank: number }[] = [];
  for (const [reason, level] of below) {
    if (level === null || to > level * sign) continue;
    met.push({
      reason,
      way: Math.max(0, from - level * sign),
      rank: reason === 'stop-loss' ? 0 : 2,
    });
  }
  const target = position.target_points;
  if (target !== null && to >= target * sign) {
    met.push({ reason: 'take-profit', way: Math.max(0, target * sign - from), rank: 1 });
  }
  return met.toSorted((a, b) => a.way - b.way + (a.rank - b.rank) / 4)[0]?.reason;
}

/** The best price less the distance of a buy, or plus that of a sell. */
function trailingLevel(position: Stored): number | null {
  const { direction, trail_distance: distance, trail_points: best } = position;
  if (distance === null || best === null) return null;
  return direction === 'buy' ? best - distance : best + distance;
}

/** 100 × E < percent × M. */
export function isUnder(equity: number, invested: number, percent: number): boolean {
  return BigInt(equity) * 100n < BigInt(invested) * BigInt(percent);
}
