import * as contract from '@halyard/contract/price-alerts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { createAlert } from './create-alert.ts';
import type { CreateDeps } from './create-alert.ts';
import { listAlerts } from './list-alerts.ts';
import { removeAlert } from './remove-alert.ts';

export function alertRoutes(deps: CreateDeps): readonly RouteBinding[] {
  return [
    bind(contract.listPriceAlerts, async ({ caller }) =>
      ok(await listAlerts(deps, caller.subjectId)),
    ),
    bind(
      contract.createPriceAlert,
      async ({ caller, body: { symbol, side, rate } }) =>
        await createAlert(deps, { customerId: caller.subjectId, symbol, side, rate }),
    ),
    bind(
      contract.removePriceAlert,
      async ({ caller, body }) =>
        await removeAlert(deps, { customerId: caller.subjectId, id: body.id }),
    ),
  ];
}
