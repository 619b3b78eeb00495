// Price alerts: each notifies its customer once, by notification and mail, even while they are
// signed out. They are stored in the database; the program with the engine's lease watches them in
// memory, after the engine.
import type { PriceAlert } from '@halyard/contract/price-alerts';
import { assertPresent } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';
import type { Market } from '@halyard/market';
import type { Kysely } from 'kysely';
import type { Committed } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';
import { deleteAlertsOf, listWaiting } from './alert-store.ts';
import { AlertWatch } from './alert-watch.ts';
import { createAlert } from './create-alert.ts';
import type { AlertRequest } from './create-alert.ts';
import { listAlerts } from './list-alerts.ts';
import { removeAlert } from './remove-alert.ts';
import { alertRoutes } from './routes.ts';
import { listSplitsAfter } from './split-store.ts';
import { notifyReached } from './notify-reached.ts';

/**
 * The interval of rounds. Wake-ups start one at once; the interval is for alerts that an outage
 * left or another program added.
 */
const POLL_MS = 5_000;
const PAGE_ROWS = 10_000;
/**
 * How many ids are read again in each round, because a lower id can be committed after a higher
 * one.
 */
const OVERLAP_IDS = 100;

export type Alerts = {
  readonly routes: readonly RouteBinding[];
  /** Returns a customer's pending alerts, then reached ones; each newest first. */
  list(customerId: number): Promise<PriceAlert[]>;
  create(request: AlertRequest): Promise<Answer<PriceAlert>>;
  remove(alert: { readonly customerId: number; readonly id: number }): Promise<Answer<object>>;
  /** Deletes the alerts of a customer whose account is closed. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Starts to watch the pending alerts. Call it once the engine receives prices. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export type AlertsOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly market: Pick<Market, 'quote' | 'onQuote'>;
  /** Undefined in a program that does not run the engine: another one watches the alerts. */
  readonly owner: Pick<EngineOwner, 'isReady' | 'onCommitted' | 'onResumed'> | undefined;
  readonly notifications: Pick<Notifications, 'notify'>;
  readonly instruments: readonly Instrument[];
};

export function createAlerts(options: AlertsOptions): Alerts {
  const { db, owner, market, log } = options;
  const watch = new AlertWatch();
  const instruments = new Map(options.instruments.map((one) => [one.symbol, one]));
  const load = createLoad(db, watch);
  let ends: readonly (() => void)[] | undefined;

  const task = new PeriodicTask({
    name: 'the telling of price alerts',
    intervalMs: POLL_MS,
    log,
    run: async (signal) => {
      // A program without the lease learns of splits and halts late, so it compares no quotes. It
      // notifies when it has the lease again.
      if (owner?.isReady() !== true) return;
      let isMore = true;
      while (isMore && !signal.aborted) {
        isMore = await notifyReached({ ...options, instruments, watch });
      }
      if (!signal.aborted && (await load())) task.wake();
    },
  });
  const wake = (): void => task.wake();
  const deps = { ...options, instruments, watch, wake };
  return {
    routes: alertRoutes(deps),
    list: async (customerId) => await listAlerts(deps, customerId),
    create: async (request) => await createAlert(deps, request),
    remove: async (alert) => await removeAlert(deps, alert),
    forget: deleteAlertsOf,
    start: async () => {
      const engine = assertPresent(owner, 'alerts are watched beside the engine');
      // After an outage the listeners are still registered, so they are added only once.
      ends ??= [
        market.onQuote((quote) => {
          if (watch.accept(quote)) wake();
        }),
        engine.onCommitted((committed) => hearSplits(watch, committed)),
        engine.onResumed(() => {
          watch.hold();
          wake();
        }),
      ];
      await task.start();
    },
    close: async () => {
      for (const end of ends ?? []) end();
      await task.close();
    },
  };
}

/**
 * Reads pending alerts and the splits of their symbols, each time only the new ones; after that the
 * watch can compare quotes. Returns true if an alert is reached.
 */
function createLoad(db: Database, watch: AlertWatch): () => Promise<boolean> {
  let highestId = 0;
  return async () => {
    const { holds } = watch;
    watch.noteSplits(await listSplitsAfter(db.kysely, watch.lastSplitId));
    let afterId = Math.max(0, highestId - OVERLAP_IDS);
    for (;;) {
      const waiting = await listWaiting(db.kysely, { afterId, limit: PAGE_ROWS });
      for (const alert of waiting) watch.put(alert);
      afterId = waiting.at(-1)?.id ?? afterId;
      highestId = Math.max(highestId, afterId);
      if (waiting.length < PAGE_ROWS) return watch.settle(holds);
    }
  };
}

function hearSplits(watch: AlertWatch, { events }: Committed): void {
  for (const event of events) {
    if (event.kind !== 'symbol-split') continue;
    const { newUnits, oldUnits, atMs } = event;
    const { symbol, sequence } = event.quote;
    watch.hearSplit({ symbol, sequence, newUnits, oldUnits, atMs });
  }
}
