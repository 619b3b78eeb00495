import type { Points } from '@halyard/core/instrument';
import type { Candle } from '@halyard/market';

/**
 * Returns the prices of a candle after its first: the extreme against its direction, the other
 * extreme, the last.
 */
export function walkCandle(candle: Candle): readonly [Points, Points, Points] {
  const { openPoints, highPoints, lowPoints, closePoints } = candle;
  return closePoints >= openPoints
    ? [lowPoints, highPoints, closePoints]
    : [highPoints, lowPoints, closePoints];
}
