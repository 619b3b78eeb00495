import { listCandles, listQuotes } from '@halyard/contract/market';
import { getPerformance } from '@halyard/contract/performance/performance';
import { rejectionText } from '@halyard/contract/rejections';
import {
  getBalance,
  getOpeningState,
  getPositionCosts,
  listAssets,
  listHistory,
} from '@halyard/contract/trading';
import { setTrailingStop as trailingStopRoute } from '@halyard/contract/trailing-stops';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok, okKept } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { findOpeningRejection } from './find-opening-rejection.ts';
import { findPositionCosts } from './financing/financing.ts';
import type { OpeningDeps } from './find-opening-rejection.ts';
import type { TradingDesk } from './desk.ts';
import { orderRoutes } from './orders/orders.ts';
import { reportPerformance } from './performance/performance.ts';
import { toGiven } from './trading-command.ts';
import { setTrailingStop } from './update-position.ts';
import type { OrderDeps, PlaceDeps } from './orders/orders.ts';
import { viewAccount } from './view-account.ts';
import type { ViewDeps } from './view-account.ts';

type RoutesDeps = ViewDeps &
  OpeningDeps &
  OrderDeps &
  PlaceDeps & {
    readonly db: Database;
    readonly clock: Clock;
    readonly desk: TradingDesk;
  };

export function tradingRoutes(deps: RoutesDeps): readonly RouteBinding[] {
  const { desk } = deps;
  return [
    bind(getBalance, async ({ caller }) => {
      const { figures, positions } = await viewAccount(deps, caller.subjectId);
      return ok({ ...figures, positions });
    }),
    bind(getOpeningState, async ({ caller }) => {
      const rejection = await findOpeningRejection(deps, caller.subjectId);
      if (rejection === undefined) return ok({ refusal: null });
      const { code, facts = {} } = rejection;
      return ok({ refusal: { code, message: rejectionText(rejection), facts: { ...facts } } });
    }),
    bind(listHistory, async ({ caller, body }) =>
      ok(
        await desk.listHistory({
          accountId: caller.subjectId,
          before: body.before,
          limit: body.limit,
        }),
      ),
    ),
    bind(
      getPositionCosts,
      async ({ caller, body }) =>
        await findPositionCosts(deps, { id: body.id, accountId: caller.subjectId }),
    ),
    bind(
      getPerformance,
      async ({ caller, body }) => await reportPerformance(deps, caller.subjectId, body),
    ),
    ...orderRoutes(deps),
    bind(
      trailingStopRoute,
      async ({ caller, body }) => await setTrailingStop(deps, toGiven(caller, body)),
    ),
    bind(listAssets, async ({ caller }) => okKept(await desk.listAssets(caller.subjectId))),
    bind(listQuotes, async () => okKept(desk.listQuotes())),
    bind(listCandles, async ({ query }) => await desk.listCandles(query)),
  ];
}
