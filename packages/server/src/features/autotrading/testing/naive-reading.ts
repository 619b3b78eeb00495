// The strategy's figures by definition, from the first candle each time. It shares no code with the
// strategy or its library.
import type { Candle } from '@halyard/market';

type Naive = {
  readonly cross: 'up' | 'down' | undefined;
  readonly trendPoints: number;
  readonly rangePoints: number;
  readonly rsi: number;
};

export function naiveReading(candles: readonly Candle[]): Naive {
  const closes = candles.map(({ closePoints }) => Number(closePoints));
  const before = closes.slice(0, -1);
  const lead = ema(closes, 20) - ema(closes, 50);
  const leadBefore = ema(before, 20) - ema(before, 50);
  const isUp = leadBefore < 0 && lead > 0;
  const isDown = leadBefore > 0 && lead < 0;
  const ranges = candles.map(({ highPoints: high, lowPoints: low }, index) => {
    const close = closes[index - 1];
    if (close === undefined) return high - low;
    return Math.max(high - low, Math.abs(high - close), Math.abs(low - close));
  });
  const moves = closes.slice(1).map((close, index) => close - (closes[index] ?? close));
  const gains = wilder(moves.map((move) => Math.max(0, move)));
  const losses = wilder(moves.map((move) => Math.max(0, -move)));
  return {
    cross: isUp ? 'up' : isDown ? 'down' : undefined,
    trendPoints: ema(closes, 200),
    rangePoints: wilder(ranges),
    rsi: losses === 0 ? 100 : 100 - 100 / (1 + gains / losses),
  };
}

/**
 * Computes an exponential average from explicit weights of each close; the first one gets the
 * remainder.
 */
function ema(closes: readonly number[], length: number): number {
  const weight = 2 / (length + 1);
  let sum = 0;
  let left = 1;
  for (const close of closes.slice(1).toReversed()) {
    sum += close * weight * left;
    left *= 1 - weight;
  }
  return sum + (closes[0] ?? 0) * left;
}

function wilder(values: readonly number[]): number {
  const first = values.slice(0, 14).reduce((sum, value) => sum + value, 0) / 14;
  return values.slice(14).reduce((average, value) => (average * 13 + value) / 14, first);
}
