import type { LiveQuote } from '@halyard/contract/market';
import type { Position } from '@halyard/contract/trading';

/** What a position closes at by a quote: a buy is sold. */
export function closingRate(
  { direction }: Pick<Position, 'direction'>,
  quote: LiveQuote | undefined,
): number | undefined {
  return direction === 'buy' ? quote?.sell : quote?.buy;
}
