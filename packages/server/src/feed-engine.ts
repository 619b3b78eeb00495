// Every accepted tick and every change of a symbol's state goes to the engine, in the market's order.
import type { Instrument, Quote, SymbolState } from '@halyard/core/instrument';
import type { Market } from '@halyard/market';

import type { Engine } from '#engine/engine.ts';

export type FeedEngineOptions = {
  readonly market: Market;
  readonly engine: Engine;
  readonly instruments: readonly Instrument[];
};

type KnownState = { readonly symbol: string; readonly state: SymbolState; readonly atMs: number };

/** Tells the engine what holds now and then what changes; gives the function that ends it. */
export function feedEngine({ market, engine, instruments }: FeedEngineOptions): () => void {
  const tellQuote = (quote: Quote): void => {
    engine.feed({ kind: 'accept-tick', atMs: quote.receivedAtMs, quote });
  };
  const tellState = ({ symbol, state, atMs }: KnownState): void => {
    const closesAtMs = market.session(symbol).nextCloseAtMs;
    engine.feed({
      kind: 'set-symbol-state',
      atMs,
      symbol,
      state,
      ...(closesAtMs === null ? {} : { closesAtMs }),
    });
  };
  const ends = [market.onQuote(tellQuote), market.onState(tellState)];
  for (const { symbol } of instruments) {
    const quote = market.quote(symbol);
    if (quote === undefined) continue;
    // Before its state: a quote from before fires nothing, only the next one may.
    tellQuote(quote);
    tellState({ symbol, state: market.state(symbol), atMs: quote.receivedAtMs });
  }
  return () => {
    for (const end of ends) end();
  };
}
