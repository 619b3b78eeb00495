import { HOUR_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { removeUnknown } from '#platform/vault/vault.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { listKnownFiles } from './document-store.ts';

/**
 * How old a file must be before it is removed: longer than any upload, because a file is written
 * before its row.
 */
const LEFT_ALONE_MS = HOUR_MS;

export type CleanupDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly vault: Vault;
};

/**
 * Removes files without a row, which a crash leaves, once an hour. Call it before the jobs start.
 */
export function repeatCleanup({ db, clock, jobs, vault }: CleanupDeps): void {
  jobs.repeat({
    kind: 'documents.sweep',
    everyMs: HOUR_MS,
    run: async (signal) => {
      await removeUnknown(vault, {
        beforeMs: clock.nowMs() - LEFT_ALONE_MS,
        listKnown: async (ids) => await listKnownFiles(db.kysely, ids),
        signal,
      });
    },
  });
}
