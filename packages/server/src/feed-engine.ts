// Every accepted tick and every change of a symbol's state goes to the engine, in the market's order.
import type { Market } from '@halyard/market';

import type { Engine } from '#engine/engine.ts';

/** Gives the function that ends it. */
export function feedEngine(market: Market, engine: Engine): () => void {
  const endQuotes = market.onQuote((quote) => {
    engine.feed({ kind: 'accept-tick', atMs: quote.receivedAtMs, quote });
  });
  const endStates = market.onState(({ symbol, state, atMs }) => {
    const closesAtMs = market.session(symbol).nextCloseAtMs;
    engine.feed({
      kind: 'set-symbol-state',
      atMs,
      symbol,
      state,
      ...(closesAtMs === null ? {} : { closesAtMs }),
    });
  });
  return () => {
    endQuotes();
    endStates();
  };
}
