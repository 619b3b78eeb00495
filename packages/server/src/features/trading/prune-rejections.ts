import type { AccountKind } from '@halyard/contract/practice/practice';
import { DAY_MS } from '@halyard/core/time';
import { pruneRejections } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteInPages } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

/** Deletes old rejected answers once a day. Call it before the jobs start. */
export function repeatRejectionPruning(
  deps: { readonly db: Database; readonly jobs: Jobs },
  account: AccountKind,
): void {
  deps.jobs.repeat({
    kind: account === 'live' ? 'trading.prune-refusals' : 'practice.prune-refusals',
    everyMs: DAY_MS,
    run: async (signal) => {
      await deleteInPages(signal, async () => await pruneRejections(deps.db));
    },
  });
}
