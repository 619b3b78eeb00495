import * as z from 'zod/mini';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { listKnownFiles } from './document-store.ts';

const JOB = 'documents.sweep';
const HOUR_MS = 60 * 60 * 1000;
/** Longer than any upload can take: its file comes before its row. */
const LEFT_ALONE_MS = HOUR_MS;
const PAGE = 500;
const FILE_ID = /^[0-9a-f-]{36}$/;

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
      await sweepFiles(deps);
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

/** Unfinished files too: their names are none of a document. */
async function sweepFiles({ db, clock, vault }: SweepDeps): Promise<void> {
  const names = await vault.listNamesBefore(clock.nowMs() - LEFT_ALONE_MS);
  for (let from = 0; from < names.length; from += PAGE) {
    const page = names.slice(from, from + PAGE);
    const ids = page.filter((name) => FILE_ID.test(name));
    const known = new Set(await listKnownFiles(db.kysely, ids));
    for (const name of page) {
      if (!known.has(name)) await vault.removeName(name);
    }
  }
}
