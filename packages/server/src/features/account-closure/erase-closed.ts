// Erases the personal data of a closed account after the legal retention period. Ledger, positions
// and audit log stay: they contain a number that no longer identifies anyone.
import { DAY_MS } from '@halyard/core/time';
import type { Approvals } from '#features/approvals/approvals.ts';
import type { Customers } from '#features/customers/customers.ts';
import type { Appropriateness } from '#features/appropriateness/appropriateness.ts';
import type { Documents } from '#features/documents/documents.ts';
import type { LinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Payments } from '#features/payments/payments.ts';
import type { Screening } from '#features/screening/screening.ts';
import type { ClientLimits } from '#features/client-limits/client-limits.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mail.ts';

export type EraseDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly customers: Pick<Customers, 'eraseCustomer' | 'getCustomer' | 'listErasable'>;
  readonly approvals: Pick<Approvals, 'erase'>;
  readonly documents: Pick<Documents, 'eraseOf'>;
  readonly linkedAccounts: Pick<LinkedAccounts, 'erase'>;
  readonly notifications: Pick<Notifications, 'forget'>;
  readonly mailer: Pick<Mailer, 'forget'>;
  readonly payments: Pick<Payments, 'eraseDetails'>;
  readonly screening: Pick<Screening, 'erase'>;
  readonly clientLimits: Pick<ClientLimits, 'erase'>;
  readonly appropriateness: Pick<Appropriateness, 'erase'>;
  readonly settings: { readonly closedAccountsKeptYears: number };
  /** Completes closures that an outage interrupted. */
  readonly resume: () => Promise<void>;
};

/**
 * Once a night: erases accounts whose retention has ended, and completes interrupted closures; call
 * it before the jobs start.
 */
export function repeatErasing(deps: EraseDeps): void {
  deps.jobs.repeat({
    kind: 'closing.erase',
    everyMs: DAY_MS,
    run: async (signal) => {
      for (;;) {
        const due = await deps.customers.listErasable(keptSinceMs(deps));
        if (due.length === 0) break;
        for (const customerId of due) {
          signal.throwIfAborted();
          await erase(deps, customerId);
        }
      }
      await deps.resume();
    },
  });
}

/**
 * Returns the time before which closed accounts are erased, in calendar years, as the law counts.
 */
function keptSinceMs({ clock, settings }: EraseDeps): number {
  const since = new Date(clock.nowMs());
  since.setUTCFullYear(since.getUTCFullYear() - settings.closedAccountsKeptYears);
  return since.getTime();
}

/**
 * Erases a customer. Files are erased first: after a crash in between, the next run finds the
 * customer again.
 */
async function erase(deps: EraseDeps, customerId: number): Promise<void> {
  await deps.documents.eraseOf(customerId);
  const { email } = await deps.customers.getCustomer(customerId);
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    const excludedUntilMs = await deps.clientLimits.erase(tx, customerId);
    await deps.appropriateness.erase(tx, customerId);
    await deps.approvals.erase(tx, customerId);
    await deps.screening.erase(tx, customerId);
    await deps.payments.eraseDetails(tx, customerId);
    await deps.linkedAccounts.erase(tx, customerId);
    await deps.notifications.forget(tx, customerId);
    await deps.mailer.forget(tx, email);
    await deps.customers.eraseCustomer(tx, { customerId, atMs, excludedUntilMs });
    const subject = `customer:${customerId}`;
    await recordAudit(tx, atMs, { actor: 'system', action: 'account.erased', subject });
  });
}
