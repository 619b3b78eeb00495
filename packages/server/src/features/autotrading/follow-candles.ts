// Live trading: each closed candle of the listed symbols gives a signal, which is traded while it
// is fresh. A candle that closed while the program was down gives a signal for display and no
// trade.
import { assertPresent } from '@halyard/core/assertion';
import type { SymbolMarket } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import { DAY_MS } from '@halyard/core/time';
import type { Market } from '@halyard/market';
import { actOnSignal } from './act-on-signal.ts';
import type { ActDeps } from './act-on-signal.ts';
import type { ClosedCandle } from './candle-watch.ts';
import { purgeSkipped } from './decision-store.ts';
import { readSignal } from './signal.ts';
import { putSignal } from './signal-store.ts';
import type { StoredSignal } from './signal-store.ts';
import type { Signal } from './signal.ts';
import { LIVE_TIMEFRAME, WINDOW_CANDLES } from './strategy.ts';
import { dayStartMs } from './day-start.ts';

/**
 * The factor for the period to read: a market that is open a third of the week needs this many
 * times as long.
 */
const REACH = 4;
const SKIPPED_KEPT_MS = 30 * DAY_MS;

export type FollowDeps = ActDeps & {
  readonly market: Pick<Market, 'candles'>;
  readonly symbols: readonly string[];
};

/**
 * Returns the handler of a closed candle. It returns false while a symbol waits for a fresh price,
 * and can throw an Outage or a FeedOutage. In both cases the same candle can be passed again
 * without acting twice.
 */
export function createFollower(deps: FollowDeps): (candle: ClosedCandle) => Promise<boolean> {
  let candleEndMs = -Infinity;
  const followed = new Set<string>();
  return async ({ endMs, isOver }) => {
    if (endMs !== candleEndMs) {
      candleEndMs = endMs;
      followed.clear();
      if (dayStartMs(endMs) === endMs) await purgeSkipped(deps.db, endMs - SKIPPED_KEPT_MS);
    }
    for (const symbol of deps.symbols) {
      if (followed.has(symbol)) continue;
      const isLate = isOver();
      if (!isLate && isPriceDue(deps, symbol)) continue;
      const signal = await readLatest(deps, symbol, endMs);
      await putSignal(deps.db, toStored(signal));
      if (!isLate) await actOnSignal(deps, signal, isOver);
      followed.add(symbol);
    }
    return followed.size === deps.symbols.length;
  };
}

function toStored({ symbol, candleEndMs, entry, facts }: Signal): StoredSignal {
  const code = entry.kind === 'wait' ? entry.code : 'ema-cross';
  return { symbol, candleEndMs, code, facts };
}

/** Returns whether a fresh price is expected soon, because the market is open. */
function isPriceDue(deps: FollowDeps, symbol: string): boolean {
  const market = deps.engine.market(symbol);
  const mayQuote = market.state === 'live' || market.state === 'stale';
  return mayQuote && !isFresh(market, getInstrument(deps, symbol), deps.clock.nowMs());
}

function isFresh({ quote, state }: SymbolMarket, instrument: Instrument, nowMs: number): boolean {
  if (quote === undefined || state !== 'live') return false;
  return nowMs - quote.receivedAtMs <= instrument.staleAfterMs;
}

async function readLatest(deps: FollowDeps, symbol: string, endMs: number): Promise<Signal> {
  const { timeframeMs } = deps;
  const instrument = getInstrument(deps, symbol);
  const candles = await deps.market.candles({
    symbol,
    timeframe: LIVE_TIMEFRAME,
    fromMs: endMs - REACH * WINDOW_CANDLES * timeframeMs,
    toMs: endMs,
    limit: WINDOW_CANDLES,
  });
  const market = deps.engine.market(symbol);
  return readSignal(
    { instrument, timeframe: LIVE_TIMEFRAME, candleEndMs: endMs, timeframeMs, market },
    candles,
  );
}

function getInstrument(deps: FollowDeps, symbol: string): Instrument {
  return assertPresent(deps.instruments.get(symbol), `${symbol} is listed`);
}
