// Screens customers again after SCREENING_EVERY_DAYS, because lists change while profiles don't.
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { listDue } from './screening-store.ts';

const RENEWED_EVERY_MS = HOUR_MS;
/** The maximum number of customers in one run, so that a provider gets them over hours. */
const RENEWED_MAX = 200;
const PAGE = 100;

export type RenewalDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly everyDays: number;
  /** Asks about a customer; false if nobody is asked, for example about a closed account. */
  readonly renew: (customerId: number) => Promise<boolean>;
};

/** Call it before the jobs start. */
export function repeatRenewals({ db, clock, jobs, everyDays, renew }: RenewalDeps): void {
  jobs.repeat({
    kind: 'screening.renew',
    everyMs: RENEWED_EVERY_MS,
    run: async (signal) => {
      const before = new Date(clock.nowMs() - everyDays * DAY_MS);
      let renewed = 0;
      for (let afterId = 0; ;) {
        const due = await listDue(db.kysely, { before, afterId, limit: PAGE });
        for (const { id, customer_id: customerId } of due) {
          signal.throwIfAborted();
          afterId = id;
          if (await renew(customerId)) renewed += 1;
          if (renewed === RENEWED_MAX) return;
        }
        if (due.length < PAGE) return;
      }
    },
  });
}
