import { SYMBOL_STATES, type Instrument } from '@halyard/core/instrument';
import type { Market } from '@halyard/market';
import type { PriceFeed } from '#features/prices/prices.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { Counter, Gauge, type Registry } from '#platform/metrics/metrics.ts';

export type PriceMetricsParts = {
  readonly market: Pick<Market, 'onQuote' | 'onRejected' | 'quote' | 'state' | 'session'>;
  readonly feeds: readonly Pick<PriceFeed, 'name' | 'connection'>[];
  readonly instruments: readonly Pick<Instrument, 'symbol'>[];
  readonly clock: Clock;
};

/**
 * The label of quotes whose symbol is not listed, because their name comes from outside and must
 * not be a label.
 */
const UNLISTED = 'unlisted';

/** Counts prices from now on. Returns the function that updates the gauges. */
export function observePrices(
  registry: Registry,
  { market, feeds, instruments, clock }: PriceMetricsParts,
): () => void {
  const registers = [registry];
  const quotes = new Counter({
    name: 'halyard_quotes_total',
    help: 'Quotes from the feeds, by symbol and outcome: accepted, or the reason of the filter.',
    labelNames: ['symbol', 'outcome'] as const,
    registers,
  });
  const age = new Gauge({
    name: 'halyard_quote_age_seconds',
    help: 'Age of the last accepted quote of each symbol whose market is open.',
    labelNames: ['symbol'] as const,
    registers,
  });
  const states = new Gauge({
    name: 'halyard_symbols',
    help: 'Symbols by state; only live symbols can be traded.',
    labelNames: ['state'] as const,
    registers,
  });
  const connections = new Gauge({
    name: 'halyard_feed_up',
    help: '1 while the connection to a price vendor is up, also when it gives less than asked for.',
    labelNames: ['feed'] as const,
    registers,
  });
  const listed = new Set(instruments.map(({ symbol }) => symbol));
  market.onQuote(({ symbol }) => quotes.inc({ symbol, outcome: 'accepted' }));
  market.onRejected(({ symbol, reason }) => {
    const isListed = symbol !== undefined && listed.has(symbol);
    quotes.inc({ symbol: isListed ? symbol : UNLISTED, outcome: reason });
  });
  return () => {
    const found = instruments.map(({ symbol }) => market.state(symbol));
    for (const state of SYMBOL_STATES) {
      states.set({ state }, found.filter((one) => one === state).length);
    }
    age.reset();
    for (const { symbol } of instruments) {
      const quote = market.quote(symbol);
      if (quote === undefined || !market.session(symbol).isOpen) continue;
      age.set({ symbol }, Math.max(0, clock.nowMs() - quote.receivedAtMs) / 1_000);
    }
    for (const { name, connection } of feeds) {
      const state = connection?.().state;
      if (state === undefined) continue;
      connections.set({ feed: name }, state === 'up' || state === 'degraded' ? 1 : 0);
    }
  };
}
