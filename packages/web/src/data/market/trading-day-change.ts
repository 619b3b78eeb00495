import type { MarketQuote } from '@halyard/contract/market';

/** Returns the change in percent at a price, computed from the server's change at another price. */
export function dayChange(
  known: Pick<MarketQuote, 'change' | 'sell'> | undefined,
  sell: number | undefined,
): number | undefined {
  if (known === undefined || known.change === null || sell === undefined) return undefined;
  const before = known.sell / (1 + known.change / 100);
  return before > 0 ? (sell / before - 1) * 100 : undefined;
}
