// The figures beside a price in a market list: the change since 00:00 UTC and a spark line of
// hourly closes. Loaded once from the feed's history, then updated by quotes.
import type { Points, Quote } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { candleStartMs } from '#candle/candle.ts';
import type { CandleRequest, HourClose } from '#candle/candle.ts';

/** The number of hourly closes in the spark line. */
export const SPARK_HOURS = 24;

// How many hours are read: enough to reach the previous trading day, which can be most of a week
// away after a long weekend.
const HOURS_KEPT = 48;
const REACH_MS = 8 * DAY_MS;

type RunningClose = { readonly startMs: number; closePoints: Points };

export type DaySummary = {
  /** Reads the hours before `nowMs` from the feed, one symbol after the other. */
  load(
    closes: (request: CandleRequest) => Promise<readonly HourClose[]>,
    range: {
      readonly symbols: readonly string[];
      readonly nowMs: number;
      readonly signal: AbortSignal;
    },
  ): Promise<void>;
  update(quote: Quote): void;
  /**
   * Returns the change in percent since the last close before 00:00 UTC of the day of the newest
   * price.
   */
  dayChangePercent(symbol: string): number | undefined;
  /** Returns the newest SPARK_HOURS hourly closes, oldest first. */
  spark(symbol: string): readonly Points[];
};

export function createDaySummary(): DaySummary {
  const hours = new Map<string, RunningClose[]>();
  const listOf = (symbol: string): RunningClose[] => hours.get(symbol) ?? [];
  return {
    async load(closes, { symbols, nowMs, signal }) {
      for (const symbol of symbols) {
        const read = await closes({
          symbol,
          timeframe: '1h',
          limit: HOURS_KEPT,
          fromMs: nowMs - REACH_MS,
          toMs: nowMs,
        });
        if (signal.aborted) return;
        hours.set(symbol, joined(read, listOf(symbol)));
      }
    },
    update({ symbol, bidPoints, receivedAtMs }) {
      const list = listOf(symbol);
      const startMs = candleStartMs('1h', receivedAtMs);
      const last = list.at(-1);
      if (last !== undefined && last.startMs >= startMs) {
        last.closePoints = bidPoints;
        return;
      }
      list.push({ startMs, closePoints: bidPoints });
      if (list.length > HOURS_KEPT) list.shift();
      hours.set(symbol, list);
    },
    dayChangePercent(symbol) {
      const list = listOf(symbol);
      const last = list.at(-1);
      if (last === undefined) return undefined;
      const dayMs = candleStartMs('1d', last.startMs);
      const before = list.findLast(({ startMs }) => startMs < dayMs);
      if (before === undefined) return undefined;
      return ((last.closePoints - before.closePoints) / before.closePoints) * 100;
    },
    spark: (symbol) =>
      listOf(symbol)
        .slice(-SPARK_HOURS)
        .map(({ closePoints }) => closePoints),
  };
}

/** Joins the loaded hours with those quoted while they were read; quotes are newer and win. */
function joined(past: readonly HourClose[], quoted: readonly RunningClose[]): RunningClose[] {
  const firstMs = quoted[0]?.startMs ?? Infinity;
  const read = past
    .filter(({ startMs }) => startMs + HOUR_MS <= firstMs || firstMs === Infinity)
    .map(({ startMs, closePoints }) => ({ startMs, closePoints }));
  return [...read, ...quoted].slice(-HOURS_KEPT);
}
