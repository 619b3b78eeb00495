// Prices that customers wait for, told once each by notification and mail, signed in or not. They
// stand in the database; whoever has the engine's lease watches them in memory, after the engine.
import type { Instrument } from '@halyard/core/instrument';
import type { Market } from '@halyard/market';
import type { Kysely } from 'kysely';
import type { Notices } from '#features/notices/notices.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import { Upkeep } from '#platform/upkeep/upkeep.ts';
import { deleteAlertsOf, listWaiting } from './alert-store.ts';
import { AlertWatch } from './alert-watch.ts';
import { alertRoutes } from './routes.ts';
import { tellReached } from './tell-reached.ts';

/** Wake-ups come first; this one is for what an outage left, and for what another program added. */
const POLL_MS = 5_000;
const PAGE_ROWS = 10_000;
/** A lower id can be committed after a higher one. */
const OVERLAP_IDS = 100;

export type Alerts = {
  readonly routes: readonly RouteBinding[];
  /** Deletes those of a customer who is gone. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Once the engine hears the prices: watches what waits. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export type AlertsOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly market: Pick<Market, 'quote' | 'onQuote'>;
  readonly notices: Pick<Notices, 'notify'>;
  readonly instruments: readonly Instrument[];
};

export function createAlerts(options: AlertsOptions): Alerts {
  const { db, market, log } = options;
  const watch = new AlertWatch();
  const instruments = new Map(options.instruments.map((one) => [one.symbol, one]));
  let highestId = 0;
  let endQuotes: (() => void) | undefined;

  const load = async (): Promise<void> => {
    let afterId = Math.max(0, highestId - OVERLAP_IDS);
    for (;;) {
      const waiting = await listWaiting(db.kysely, { afterId, limit: PAGE_ROWS });
      for (const alert of waiting) watch.put(alert);
      afterId = waiting.at(-1)?.id ?? afterId;
      highestId = Math.max(highestId, afterId);
      if (waiting.length < PAGE_ROWS) return;
    }
  };
  const upkeep = new Upkeep({
    name: 'the telling of price alerts',
    intervalMs: POLL_MS,
    log,
    run: async (signal) => {
      let isMore = true;
      while (isMore && !signal.aborted) {
        isMore = await tellReached({ ...options, instruments, watch });
      }
      if (!signal.aborted) await load();
    },
  });
  const wake = (): void => upkeep.wake();
  return {
    routes: alertRoutes({ ...options, instruments, watch, wake }),
    forget: deleteAlertsOf,
    start: async () => {
      endQuotes = market.onQuote((quote) => {
        if (watch.accept(quote)) wake();
      });
      await upkeep.start();
    },
    close: async () => {
      endQuotes?.();
      await upkeep.close();
    },
  };
}
