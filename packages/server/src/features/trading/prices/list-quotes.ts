import type { MarketQuote } from '@halyard/contract/market';
import { toRate } from '@halyard/core/instrument';
import type { MarketView } from '@halyard/market';
import type { Instruments } from '../instruments.ts';
import { toWireQuote } from './quote-to-wire.ts';

/**
 * Returns the latest quote of every symbol that ever had one, with its daily change and spark line.
 */
export function listQuotes(deps: {
  readonly market: MarketView;
  readonly instruments: Instruments;
}): Record<string, MarketQuote> {
  const quotes: Record<string, MarketQuote> = {};
  for (const [symbol, instrument] of deps.instruments) {
    const quote = deps.market.quote(symbol);
    if (quote === undefined) continue;
    quotes[symbol] = {
      ...toWireQuote(quote, deps.market.state(symbol), instrument),
      change: toWirePercent(deps.market.dayChangePercent(symbol)),
      spark: deps.market.spark(symbol).map((close) => toRate(close, instrument.decimals)),
    };
  }
  return quotes;
}

/** Rounds to two decimals, which is all that the interface shows. */
function toWirePercent(percent: number | undefined): number | null {
  return percent === undefined ? null : Math.round(percent * 100) / 100;
}
