import type { LiveQuote } from '@halyard/contract/market';
import { toRate } from '@halyard/core/instrument';
import type { Instrument, Quote, SymbolState } from '@halyard/core/instrument';

/** Converts a quote to rates; `ts` is its arrival time. */
export function toWireQuote(quote: Quote, state: SymbolState, instrument: Instrument): LiveQuote {
  return {
    buy: toRate(quote.askPoints, instrument.decimals),
    sell: toRate(quote.bidPoints, instrument.decimals),
    ts: quote.receivedAtMs,
    state,
  };
}
