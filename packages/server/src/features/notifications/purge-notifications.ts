import { DAY_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteInPages } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteNotificationsBefore } from './notification-store.ts';

/**
 * How long notifications are kept. Data that must be kept longer is in the positions, the ledger
 * and the audit log.
 */
const KEPT_MS = 730 * DAY_MS;

type PurgeDeps = { readonly db: Database; readonly clock: Clock; readonly jobs: Jobs };

/** Deletes old notifications once a day; call it before the jobs start. */
export function repeatNotificationPurge({ db, clock, jobs }: PurgeDeps): void {
  jobs.repeat({
    kind: 'notices.purge',
    everyMs: DAY_MS,
    run: async (signal) => {
      const beforeMs = clock.nowMs() - KEPT_MS;
      await deleteInPages(signal, async () => await deleteNotificationsBefore(db.kysely, beforeMs));
    },
  });
}
