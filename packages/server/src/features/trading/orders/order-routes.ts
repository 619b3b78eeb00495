import {
  amendOrder as amendRoute,
  cancelOrder as cancelRoute,
  listOrderHistory as historyRoute,
  listOrders as listRoute,
  placeOrder as placeRoute,
} from '@halyard/contract/orders';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { toGiven } from '../trading-command.ts';
import { amendOrder } from './amend-order.ts';
import { cancelOrder } from './cancel-order.ts';
import type { OrderDeps } from './find-order.ts';
import { listOrderHistory, listPendingOrders } from './list-orders.ts';
import { placeOrder } from './place-order.ts';
import type { PlaceDeps } from './place-order.ts';

export function orderRoutes(deps: OrderDeps & PlaceDeps): readonly RouteBinding[] {
  return [
    bind(listRoute, async ({ caller }) => ok(await listPendingOrders(deps, caller.subjectId))),
    bind(historyRoute, async ({ caller, body }) => {
      const { before, limit } = body;
      return ok(await listOrderHistory(deps, { accountId: caller.subjectId, before, limit }));
    }),
    bind(placeRoute, async ({ caller, body }) => await placeOrder(deps, toGiven(caller, body))),
    bind(amendRoute, async ({ caller, body }) => await amendOrder(deps, toGiven(caller, body))),
    bind(cancelRoute, async ({ caller, body }) => await cancelOrder(deps, toGiven(caller, body))),
  ];
}
