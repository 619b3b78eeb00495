import * as z from 'zod/mini';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteSignUpsBefore } from './admit-sign-up.ts';
import { deleteFailuresBefore } from './failure-store.ts';
import { deleteCodesExpiredBefore } from './one-time-code-store.ts';
import { deleteSessionsBefore } from './session-store.ts';
import { FORGOTTEN_AFTER_MS } from './throttle.ts';

const JOB = 'accounts.purge-sessions';
const DAY_MS = 24 * 60 * 60 * 1000;
/** As long as a network stays known to an account. */
const KEPT_MS = 90 * DAY_MS;

type PurgeDeps = { readonly db: Database; readonly clock: Clock; readonly jobs: Jobs };

/** Says how sessions long over, codes that expired, old failures and sign-ups are deleted; before the jobs start. */
export function handleSessionPurge(deps: PurgeDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({}),
    run: async () => {
      const nowMs = deps.clock.nowMs();
      await deleteSessionsBefore(deps.db.kysely, nowMs - KEPT_MS);
      await deleteCodesExpiredBefore(deps.db.kysely, nowMs);
      await deleteFailuresBefore(deps.db.kysely, nowMs - FORGOTTEN_AFTER_MS);
      await deleteSignUpsBefore(deps.db.kysely, nowMs - DAY_MS);
      await scheduleSessionPurge(deps);
    },
  });
}

/** One purge a day, whoever asks for it: the day is the job's key. */
export async function scheduleSessionPurge(deps: PurgeDeps): Promise<void> {
  const nextDay = Math.floor(deps.clock.nowMs() / DAY_MS) + 1;
  await deps.jobs.enqueue(deps.db.kysely, {
    kind: JOB,
    key: String(nextDay),
    payload: {},
    notBeforeMs: nextDay * DAY_MS,
  });
}
