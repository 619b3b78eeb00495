import type { AccountFigures, AccountTerms, Regime, SymbolMarket } from '@halyard/core/engine';
import type { Direction, Instrument } from '@halyard/core/instrument';
import type { Position } from '@halyard/core/position';
import { MINUTE_MS } from '@halyard/core/time';
import { findLimit } from './limits.ts';
import type { LimitCode, Past } from './limits.ts';
import { sizePosition } from './size-position.ts';
import type { Sizing } from './size-position.ts';

/**
 * No position is opened within this time before the market closes, because the price can gap at the
 * next opening.
 */
export const CLOSING_SOON_MS = 10 * MINUTE_MS;

export type EntryRequest = {
  readonly direction: Direction;
  readonly rangePoints: number;
  readonly riskBps: number;
  readonly instrument: Instrument;
  readonly market: SymbolMarket;
  readonly positions: Iterable<Pick<Position, 'symbol'>>;
  readonly figures: AccountFigures;
  readonly terms: AccountTerms;
  readonly regime: Regime;
  readonly past: Past;
  readonly atMs: number;
};

export const SKIP_CODES = [
  'not-live',
  'symbol-in-use',
  'closing-soon',
  'leverage-unavailable',
  'stop-too-far',
  'amount-too-small',
] as const;
export type SkipCode = (typeof SKIP_CODES)[number] | LimitCode;

export type Entry =
  | Sizing
  | { readonly kind: 'refused'; readonly code: Exclude<SkipCode, 'amount-too-small'> };

/**
 * Returns what one account does on a signal: the position to open, or the first reason against it.
 */
export function planEntry(request: EntryRequest): Entry {
  const { instrument, market, figures, atMs } = request;
  const { quote, state, closesAtMs } = market;
  if (quote === undefined || state !== 'live') return { kind: 'refused', code: 'not-live' };
  const limit = findLimit(request.past, { equityCents: figures.equityCents, atMs });
  if (limit !== undefined) return { kind: 'refused', code: limit };
  // At most one position per symbol is permitted, including the customer's own, so nothing is
  // hedged or doubled.
  for (const { symbol } of request.positions) {
    if (symbol === instrument.symbol) return { kind: 'refused', code: 'symbol-in-use' };
  }
  if (closesAtMs !== null && closesAtMs - atMs <= CLOSING_SOON_MS) {
    return { kind: 'refused', code: 'closing-soon' };
  }
  return sizePosition({ ...request, quote });
}
