// Money routes that are not resources: the ledger's balances, and the reconciliation with a
// provider.
import { getTreasury, reconcileProvider } from '@halyard/contract/backoffice/treasury';
import { toEuros } from '@halyard/core/money';
import { recordAudit, withAuditOrigin } from '#platform/audit/audit.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { createTreasury } from './read-treasury.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

export function moneyRoutes(
  deps: Pick<OperatorCommandDeps, 'db' | 'clock' | 'payments'>,
): readonly RouteBinding[] {
  const { db, clock, payments } = deps;
  const readTreasury = createTreasury(db);
  return [
    bind(getTreasury, async () => ok(await readTreasury())),
    bind(reconcileProvider, async ({ body, caller, ip }) => {
      const { provider, day, reason } = body;
      // Reconciling can settle payments, so the request is recorded first.
      await withAuditOrigin({ ip, reason }, async () => {
        await recordAudit(db.kysely, clock.nowMs(), {
          actor: `staff:${caller.subjectId}`,
          action: 'payments.reconcile',
          subject: `provider:${provider}`,
          after: { day },
        });
      });
      const report = await payments.reconcile(provider, day);
      if (report === undefined) return refused({ code: 'method-unavailable' });
      const rows = report.rows.map(({ reference, here, there, difference }) => ({
        reference,
        here: here === null ? null : { status: here.status, amount: toEuros(here.amountCents) },
        there:
          there === null
            ? null
            : {
                outcome: there.outcome,
                amount: there.amountCents === null ? null : toEuros(there.amountCents),
                currency: there.currency,
              },
        difference,
      }));
      return ok({ ...report, differences: [...report.differences], rows });
    }),
  ];
}
