import { DAY_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteInPages } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteCodesExpiredBefore } from './one-time-code-store.ts';
import { deleteSessionsBefore } from './session-store.ts';

/** How long ended sessions are stored. They determine which networks are known to an account. */
const KEPT_MS = 90 * DAY_MS;
const PAGE_LENGTH = 1000;

type PurgeDeps = { readonly db: Database; readonly clock: Clock; readonly jobs: Jobs };

/**
 * Deletes old sessions and expired codes, once a day; call it before the jobs start.
 */
export function repeatSessionPurge({ db, clock, jobs }: PurgeDeps): void {
  jobs.repeat({
    kind: 'accounts.purge-sessions',
    everyMs: DAY_MS,
    run: async (signal) => {
      const nowMs = clock.nowMs();
      const deletions = [
        [deleteSessionsBefore, nowMs - KEPT_MS],
        [deleteCodesExpiredBefore, nowMs],
      ] as const;
      for (const [deleteBefore, beforeMs] of deletions) {
        const page = { beforeMs, limit: PAGE_LENGTH };
        await deleteInPages(signal, async () => await deleteBefore(db.kysely, page));
      }
    },
  });
}
