import * as z from 'zod/mini';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteNotificationsBefore } from './notice-store.ts';

const JOB = 'notices.purge';
const DAY_MS = 24 * 60 * 60 * 1000;
/** What must be kept longer stands in the positions, the ledger and the audit log. */
const KEPT_MS = 730 * DAY_MS;
const ROUNDS_MAX = 100;

type PurgeDeps = { readonly db: Database; readonly clock: Clock; readonly jobs: Jobs };

/** Says how old notifications are deleted; before the jobs start. */
export function handleNotificationPurge(deps: PurgeDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({}),
    run: async () => {
      const beforeMs = deps.clock.nowMs() - KEPT_MS;
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        if ((await deleteNotificationsBefore(deps.db.kysely, beforeMs)) === 0) break;
      }
      await scheduleNotificationPurge(deps);
    },
  });
}

/** One purge a day, whoever asks for it: the day is the job's key. */
export async function scheduleNotificationPurge(deps: PurgeDeps): Promise<void> {
  const nextDay = Math.floor(deps.clock.nowMs() / DAY_MS) + 1;
  await deps.jobs.enqueue(deps.db.kysely, {
    kind: JOB,
    key: String(nextDay),
    payload: {},
    notBeforeMs: nextDay * DAY_MS,
  });
}
