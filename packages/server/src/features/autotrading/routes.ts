import {
  getAutoTradingConsent,
  getAutoTradingRecord,
  setAutoTrading,
} from '@halyard/contract/auto-trading';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { CONSENT } from './consent-text.ts';
import { switchAutoTrading } from './switch-auto-trading.ts';
import { viewRecord } from './view-record.ts';
import type { RecordDeps } from './view-record.ts';

export function autoTradingRoutes(deps: RecordDeps): readonly RouteBinding[] {
  return [
    bind(
      setAutoTrading,
      async ({ caller, body }) =>
        await switchAutoTrading(deps, { customerId: caller.subjectId, body }),
    ),
    bind(getAutoTradingConsent, async () => ok(CONSENT)),
    bind(getAutoTradingRecord, async ({ caller, body }) =>
      ok(
        await viewRecord(deps, {
          customerId: caller.subjectId,
          before: body.before,
          limit: body.limit,
        }),
      ),
    ),
  ];
}
