import { listCandles, listQuotes } from '@halyard/contract/market';
import { refusalText } from '@halyard/contract/refusals';
import { getBalance, getOpeningState, listAssets, listHistory } from '@halyard/contract/trading';
import type { Database } from '#platform/db/db.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { findOpeningRefusal } from './find-opening-refusal.ts';
import type { OpeningDeps } from './find-opening-refusal.ts';
import { listAssets as listAssetsOf } from './list-assets.ts';
import type { AssetsDeps } from './list-assets.ts';
import { listCandles as listCandlesOf } from './list-candles.ts';
import { listHistory as listHistoryOf } from './list-history.ts';
import { listQuotes as listQuotesNow } from './list-quotes.ts';
import { viewAccount } from './view-account.ts';
import type { ViewDeps } from './view-account.ts';

type RoutesDeps = ViewDeps & AssetsDeps & OpeningDeps & { readonly db: Database };

export function tradingRoutes(deps: RoutesDeps): readonly RouteBinding[] {
  return [
    bind(getBalance, async ({ caller }) => {
      const { figures, positions } = await viewAccount(deps, caller.subjectId);
      return ok({ ...figures, positions });
    }),
    bind(getOpeningState, async ({ caller }) => {
      const refusal = await findOpeningRefusal(deps, caller.subjectId);
      if (refusal === undefined) return ok({ refusal: null });
      const { code, facts = {} } = refusal;
      return ok({ refusal: { code, message: refusalText(refusal), facts: { ...facts } } });
    }),
    bind(listHistory, async ({ caller, body }) =>
      ok(
        await listHistoryOf(deps, {
          accountId: caller.subjectId,
          before: body.before,
          limit: body.limit,
        }),
      ),
    ),
    bind(listAssets, async ({ caller }) => ok(await listAssetsOf(deps, caller.subjectId))),
    bind(listQuotes, async () => ok(listQuotesNow(deps))),
    bind(listCandles, async ({ query }) => await listCandlesOf(deps, query)),
  ];
}
