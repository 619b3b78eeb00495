import { pruneRefusals } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteInPages } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

const DAY_MS = 86_400_000;

/** Deletes old refusals, once a day; before the jobs start. */
export function repeatRefusalPruning(deps: { readonly db: Database; readonly jobs: Jobs }): void {
  deps.jobs.repeat({
    kind: 'trading.prune-refusals',
    everyMs: DAY_MS,
    run: async (signal) => {
      await deleteInPages(signal, async () => await pruneRefusals(deps.db));
    },
  });
}
