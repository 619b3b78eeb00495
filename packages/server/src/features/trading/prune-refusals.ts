import * as z from 'zod/mini';
import { pruneRefusals } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

const JOB = 'trading.prune-refusals';
const DAY_MS = 86_400_000;
/** What is left then is the next night's. */
const ROUNDS_MAX = 1_000;

export type PruneDeps = { readonly db: Database; readonly clock: Clock; readonly jobs: Jobs };

/** Says how old refusals are deleted; before the jobs start. */
export function handleRefusalPruning(deps: PruneDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({}),
    run: async () => {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        if ((await pruneRefusals(deps.db)) === 0) break;
      }
      await scheduleRefusalPruning(deps);
    },
  });
}

/** Once a day, whoever asks for it: the day is the job's key. */
export async function scheduleRefusalPruning({ db, clock, jobs }: PruneDeps): Promise<void> {
  const nextDay = Math.floor(clock.nowMs() / DAY_MS) + 1;
  await jobs.enqueue(db.kysely, {
    kind: JOB,
    key: String(nextDay),
    payload: {},
    notBeforeMs: nextDay * DAY_MS,
  });
}
