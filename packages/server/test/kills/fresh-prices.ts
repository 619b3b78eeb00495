// When edges show prices again that were received after a fault, and so from a leader that lives.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#platform/clock/clock.ts';
import { watchPrices } from '../support/trading-client.ts';

const SYMBOL = 'BTCUSD';
const WITHIN_MS = 60_000;
const POLL_MS = 10;

export type FreshPrices = {
  /** Resolves when every edge shows a price that was received after this call, and trades at it. */
  untilFresh(): Promise<void>;
  close(): void;
};

/** Follows the prices of edges from before the fault on. */
export async function watchFreshPrices(urls: readonly string[]): Promise<FreshPrices> {
  const watches = await Promise.all(urls.map(async (url) => await watchPrices(url)));
  return {
    untilFresh: async () => {
      const sinceMs = systemClock.nowMs();
      const isFresh = (): boolean =>
        watches.every(({ book: { [SYMBOL]: quote } }) => {
          return quote !== undefined && quote.state === 'live' && quote.ts > sinceMs;
        });
      while (!isFresh()) {
        if (systemClock.nowMs() - sinceMs > WITHIN_MS) {
          throw new Error('The edges show no price of another leader in time.');
        }
        await sleep(POLL_MS);
      }
    },
    close: () => {
      for (const watch of watches) watch.close();
    },
  };
}
