// Sends every accepted tick and every change of a symbol's state or limits to the engine, in the
// market's order.
import { instrumentLimits } from '@halyard/core/instrument';
import type { Instrument, Limits, Quote, SymbolState } from '@halyard/core/instrument';
import type { MarketView } from '@halyard/market';

import type { EngineOwner } from '#engine/engine-owner.ts';
import type { FollowsFrames, SymbolTerms } from '#features/prices/prices.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';

export type FeedEngineOptions = {
  readonly market: Pick<MarketView, 'quote' | 'state' | 'session' | 'onQuote' | 'onState'>;
  readonly engine: Pick<EngineOwner, 'feed'>;
  readonly instruments: readonly Instrument[];
  readonly prices: { readonly terms: Pick<SymbolTerms, 'listed' | 'onLimits'> };
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** The frames that bring the quotes of another program, whose clock can differ. */
  readonly followedFrames?: Pick<FollowsFrames, 'clockOffsetMs'> | undefined;
};

/**
 * The maximum time from a tick's arrival to the engine's queue; a price that took longer is not
 * traded. Waiting in the queue does not count.
 */
const TICK_AGE_MAX_MS = 1_000;

type KnownState = { readonly symbol: string; readonly state: SymbolState; readonly atMs: number };

/**
 * Sends the current state to the engine and then the changes. Returns the function that ends this.
 */
export function feedEngine(options: FeedEngineOptions): () => void {
  const { market, engine, instruments, clock, log, followedFrames } = options;
  const { terms } = options.prices;
  const notifyLimits = (symbol: string, limits: Limits): void => {
    engine.feed({ kind: 'set-limits', atMs: clock.nowMs(), symbol, limits });
  };
  const notifyQuote = (quote: Quote): void => {
    engine.feed({ kind: 'accept-tick', atMs: quote.receivedAtMs, quote });
  };
  const notifyFreshQuote = (quote: Quote): void => {
    const offsetMs = followedFrames?.clockOffsetMs() ?? 0;
    const ageMs = clock.nowMs() - quote.receivedAtMs - offsetMs;
    // The quote of a symbol that does not trade triggers nothing, however old it is.
    if (ageMs <= TICK_AGE_MAX_MS || market.state(quote.symbol) !== 'live') {
      notifyQuote(quote);
      return;
    }
    const { symbol } = quote;
    log.warn({ symbol, ageMs }, 'a tick was dropped: it came too late to the engine');
  };
  const notifyState = ({ symbol, state, atMs }: KnownState): void => {
    const closesAtMs = market.session(symbol).nextCloseAtMs;
    engine.feed({
      kind: 'set-symbol-state',
      atMs,
      symbol,
      state,
      ...(closesAtMs === null ? {} : { closesAtMs }),
    });
  };
  const ends = [
    market.onQuote(notifyFreshQuote),
    market.onState(notifyState),
    terms.onLimits(notifyLimits),
  ];
  for (const { symbol } of instruments) {
    const listed = terms.listed.get(symbol);
    if (listed !== undefined) notifyLimits(symbol, instrumentLimits(listed));
    const quote = market.quote(symbol);
    if (quote === undefined) continue;
    // The quote comes before the state: an old quote triggers nothing, only the next one may.
    notifyQuote(quote);
    notifyState({ symbol, state: market.state(symbol), atMs: quote.receivedAtMs });
  }
  return () => {
    for (const end of ends) end();
  };
}
