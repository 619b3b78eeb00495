import * as contract from '@halyard/contract/price-alerts';
import { assertPresent } from '@halyard/core/assertion';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { deleteAlert, listAlertsOf } from './alert-store.ts';
import { toWireAlert } from './alert-to-wire.ts';
import { createAlert } from './create-alert.ts';
import type { CreateDeps } from './create-alert.ts';
import { followSplits } from './follow-splits.ts';
import { listSplitsOf } from './split-store.ts';

export function alertRoutes(deps: CreateDeps): readonly RouteBinding[] {
  const db = deps.db.kysely;
  return [
    bind(contract.listPriceAlerts, async ({ caller }) => {
      const alerts = await listAlertsOf(db, caller.subjectId);
      // After the alerts, so that none is set after more splits than are known.
      const splits = await listSplitsOf(db, [...new Set(alerts.map(({ symbol }) => symbol))]);
      return ok(
        alerts.map((alert) => {
          const instrument = deps.instruments.get(alert.symbol);
          const now = followSplits(alert, splits);
          return toWireAlert(now, assertPresent(instrument, `${alert.symbol} is listed`));
        }),
      );
    }),
    bind(
      contract.createPriceAlert,
      async ({ caller, body: { symbol, side, rate } }) =>
        await createAlert(deps, { customerId: caller.subjectId, symbol, side, rate }),
    ),
    bind(contract.removePriceAlert, async ({ caller, body }) => {
      const removed = await deleteAlert(db, { customerId: caller.subjectId, id: body.id });
      if (removed === undefined) return refused({ code: 'not-found' });
      deps.watch.remove(removed);
      return ok({});
    }),
  ];
}
