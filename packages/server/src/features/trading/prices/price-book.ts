import type { PriceBook } from '@halyard/contract/live';
import type { Market } from '@halyard/market';
import type { Instruments } from '../instruments.ts';
import { toWireQuote } from './quote-to-wire.ts';

/** Returns the latest prices of those symbols that have one. */
export function priceBook(
  deps: {
    readonly market: Pick<Market, 'quote' | 'state'>;
    readonly instruments: Instruments;
  },
  symbols: Iterable<string>,
): PriceBook {
  const book: Record<string, PriceBook[string]> = {};
  for (const symbol of symbols) {
    const quote = deps.market.quote(symbol);
    const instrument = deps.instruments.get(symbol);
    if (quote === undefined || instrument === undefined) continue;
    book[symbol] = toWireQuote(quote, deps.market.state(symbol), instrument);
  }
  return book;
}
