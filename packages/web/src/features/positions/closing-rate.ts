import type { LiveQuote } from '@halyard/contract/market';
import type { Position } from '@halyard/contract/trading';

/** Returns the price at which a position closes at a quote: a buy closes at the bid. */
export function closingRate(
  { direction }: Pick<Position, 'direction'>,
  quote: LiveQuote | undefined,
): number | undefined {
  return direction === 'buy' ? quote?.sell : quote?.buy;
}
