// Candles of a replay, computed from what it quotes: each point of the walk at its time, and the
// last quote repeated every second until the next point.
import type { Points } from '@halyard/core/instrument';
import { candleStartMs, TIMEFRAME_MS } from '#candle/candle.ts';
import type { Candle, CandleRequest } from '#candle/candle.ts';
import type { QuotedWalk } from './quoted-walk.ts';

/** How often the last quote is repeated until the file's next point is due. */
export const REPEAT_MS = 1_000;

type Span = {
  readonly walk: QuotedWalk;
  readonly barMs: number;
  /** The end of the time range, exclusive. */
  readonly untilMs: number;
  /** The index of the walk's first point quoted at or after `barMs`. */
  readonly index: number;
};

/** Returns the newest `limit` candles of [fromMs, toMs) of the quotes up to `nowMs`. */
export function listQuotedCandles(
  walk: QuotedWalk,
  { timeframe, fromMs, toMs, limit }: CandleRequest,
  nowMs: number,
): readonly Candle[] {
  const lengthMs = TIMEFRAME_MS[timeframe];
  // The last point of a walk of ticks is quoted at the walk's end, and still counts.
  const quotedUntilMs = Math.min(nowMs + 1, Math.max(walk.endMs, lastQuotedMs(walk) + 1));
  const untilMs = Math.min(toMs, quotedUntilMs);
  const oldestMs = candleStartMs(timeframe, untilMs - 1) - (limit - 1) * lengthMs;
  const startMs = candleStartMs(timeframe, Math.max(fromMs, oldestMs, walk.quotedAtMs(0)));
  const candles: Candle[] = [];
  let index = walk.countAt(startMs - 1);
  for (let barMs = startMs; barMs < untilMs; barMs += lengthMs) {
    const bar = quotedCandle({
      walk,
      barMs,
      index,
      untilMs: Math.min(barMs + lengthMs, quotedUntilMs),
    });
    candles.push(bar.candle);
    index = bar.nextIndex;
  }
  return candles;
}

function lastQuotedMs(walk: QuotedWalk): number {
  return walk.quotedAtMs(walk.count - 1);
}

function quotedCandle({ walk, barMs, untilMs, index }: Span): {
  readonly candle: Candle;
  readonly nextIndex: number;
} {
  const prices: Points[] = [];
  let volume = 0;
  let nextIndex = index;
  for (; nextIndex < walk.count && walk.quotedAtMs(nextIndex) < untilMs; nextIndex += 1) {
    const point = walk.point(nextIndex);
    prices.push(point.bidPoints);
    volume += point.volume;
  }
  // The previous quote was repeated in this candle, unless a new one arrived in its first second.
  const isRepeated = nextIndex === index || walk.quotedAtMs(index) >= barMs + REPEAT_MS;
  if (isRepeated && index > 0) prices.unshift(walk.point(index - 1).bidPoints);
  const openPoints = prices[0] ?? walk.point(0).bidPoints;
  let [highPoints, lowPoints, closePoints] = [openPoints, openPoints, openPoints];
  for (const price of prices) {
    if (price > highPoints) highPoints = price;
    if (price < lowPoints) lowPoints = price;
    closePoints = price;
  }
  return {
    candle: { startMs: barMs, openPoints, highPoints, lowPoints, closePoints, volume },
    nextIndex,
  };
}
