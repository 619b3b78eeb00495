// The day's change and recent closes of every symbol.
import { listQuotes } from '@halyard/contract/market';
import { MINUTE_MS } from '@halyard/core/time';
import { useRouteQuery } from '../http/query.ts';
import { dayChange } from './trading-day-change.ts';
import { useQuote } from './trading.tsx';

const REFRESH_INTERVAL_MS = MINUTE_MS;

export type Day = {
  /** The change in percent since the close before this UTC day; undefined when unknown. */
  readonly change: number | undefined;
  /** Recent closes, oldest first. */
  readonly spark: readonly number[];
};

const NO_SPARK: readonly number[] = [];

/** Returns the daily data of a symbol, its change updated with the displayed price. */
export function useDay(symbol: string, isFollowed = true): Day {
  const quotes = useRouteQuery(listQuotes, {}, { pollEveryMs: REFRESH_INTERVAL_MS });
  const sell = useQuote(symbol, isFollowed)?.sell;
  const known = quotes.data?.[symbol];
  return { change: dayChange(known, sell), spark: known?.spark ?? NO_SPARK };
}
