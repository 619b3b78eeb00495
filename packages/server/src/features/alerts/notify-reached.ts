import { toRate } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { assertPresent } from '@halyard/core/assertion';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Database } from '#platform/db/db.ts';
import { findWaiting, noteFired, pruneFired } from './alert-store.ts';
import type { StoredAlert } from './alert-store.ts';
import type { AlertWatch } from './alert-watch.ts';

const ALERTS_PER_TRANSACTION_MAX = 100;

export type NotifyDeps = {
  readonly db: Database;
  readonly notifications: Pick<Notifications, 'notify'>;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly watch: AlertWatch;
};

/**
 * Stores reached alerts and notifies their customers in the same transaction, so once even if two
 * programs watch. Returns false if there were none. Alerts left by an outage are processed by the
 * next call; those compared with rates from before a split stay pending.
 */
export async function notifyReached(deps: NotifyDeps): Promise<boolean> {
  const reached = deps.watch.listReached(ALERTS_PER_TRANSACTION_MAX);
  if (reached.length === 0) return false;
  const unreached = await deps.db.kysely.transaction().execute(async (tx) => {
    const waiting: StoredAlert[] = [];
    for (const each of reached) {
      const alert = await noteFired(tx, each);
      if (alert === undefined) {
        const unreachedYet = await findWaiting(tx, each.id);
        if (unreachedYet !== undefined) waiting.push(unreachedYet);
        continue;
      }
      const { decimals } = assertPresent(
        deps.instruments.get(alert.symbol),
        'what can be waited for stays in the catalogue',
      );
      const rate = (points: Points): string => toRate(points, decimals).toFixed(decimals);
      await deps.notifications.notify(tx, {
        customerId: alert.customerId,
        kind: 'price-alert',
        key: `price-alert:${alert.id}`,
        facts: {
          symbol: alert.symbol,
          side: alert.side === 'buy' ? 'buy-price' : 'sell-price',
          rate: rate(alert.points),
          reachedRate: rate(each.points),
          atMs: each.atMs,
        },
      });
      await pruneFired(tx, alert.customerId);
    }
    return waiting;
  });
  deps.watch.dropReached(reached.length);
  for (const alert of unreached) deps.watch.put(alert);
  return true;
}
