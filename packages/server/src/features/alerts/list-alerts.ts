import type { PriceAlert } from '@halyard/contract/price-alerts';
import { assertPresent } from '@halyard/core/assertion';
import { listAlertsOf } from './alert-store.ts';
import { toWireAlert } from './alert-to-wire.ts';
import type { CreateDeps } from './create-alert.ts';
import { followSplits } from './follow-splits.ts';
import { listSplitsOf } from './split-store.ts';

/** Returns pending alerts, then reached ones; each newest first. */
export async function listAlerts(
  { db, instruments }: Pick<CreateDeps, 'db' | 'instruments'>,
  customerId: number,
): Promise<PriceAlert[]> {
  const alerts = await listAlertsOf(db.kysely, customerId);
  // The splits are read after the alerts, so that no alert is newer than the known splits.
  const symbols = [...new Set(alerts.map(({ symbol }) => symbol))];
  const splits = await listSplitsOf(db.kysely, symbols);
  return alerts.map((alert) => {
    const instrument = instruments.get(alert.symbol);
    const now = followSplits(alert, splits);
    return toWireAlert(now, assertPresent(instrument, `${alert.symbol} is listed`));
  });
}
