import * as z from 'zod/mini';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { removeUnknown } from '#platform/vault/vault.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { listKnownFiles } from './document-store.ts';

const JOB = 'documents.sweep';
const HOUR_MS = 60 * 60 * 1000;
/** Longer than any upload can take: its file comes before its row. */
const LEFT_ALONE_MS = HOUR_MS;

export type SweepDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly vault: Vault;
};

/** Says how files are removed that a crash left without their row; before the jobs start. */
export function handleSweep(deps: SweepDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({}),
    run: async () => {
      const { db, clock, vault } = deps;
      await removeUnknown(vault, {
        beforeMs: clock.nowMs() - LEFT_ALONE_MS,
        listKnown: async (ids) => await listKnownFiles(db.kysely, ids),
      });
      await scheduleSweep(deps);
    },
  });
}

/** One sweep an hour, whoever asks for it: the hour is the job's key. */
export async function scheduleSweep(deps: SweepDeps): Promise<void> {
  const nextHour = Math.floor(deps.clock.nowMs() / HOUR_MS) + 1;
  await deps.jobs.enqueue(deps.db.kysely, {
    kind: JOB,
    key: String(nextHour),
    payload: {},
    notBeforeMs: nextHour * HOUR_MS,
  });
}
