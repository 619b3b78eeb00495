import { HOUR_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { removeUnknown } from '#platform/vault/vault.ts';
import type { Vault } from '#platform/vault/vault.ts';
import {
  findLatestExport,
  listErasable,
  listKnownParts,
  markErased,
  markFailed,
} from './export-store.ts';

/**
 * A part is deleted at this age if no row names it. It is longer than any export, because parts are
 * written before their row.
 */
const LEFT_ALONE_MS = HOUR_MS;

export type CleanupDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly vault: Vault;
};

/** Deletes expired exports and leftover parts, once an hour. Call it before the jobs start. */
export function repeatCleanup(deps: CleanupDeps): void {
  const { vault, clock, db, jobs } = deps;
  jobs.repeat({
    kind: 'records.sweep-exports',
    everyMs: HOUR_MS,
    run: async (signal) => {
      await eraseWhile(deps, { atMs: clock.nowMs() }, signal);
      await removeUnknown(vault, {
        beforeMs: clock.nowMs() - LEFT_ALONE_MS,
        listKnown: async (ids) => await listKnownParts(db.kysely, ids),
        signal,
      });
    },
  });
}

/** Deletes all exports of a customer, including one in progress. */
export async function eraseExportsOf(
  deps: Pick<CleanupDeps, 'db' | 'vault'>,
  customerId: number,
): Promise<void> {
  const latest = await findLatestExport(deps.db.kysely, customerId);
  if (latest !== undefined) await markFailed(deps.db.kysely, latest.id);
  await eraseWhile(deps, { customerId });
}

/**
 * Deletes exports, files first: after a crash in between, the next run finds the row and deletes
 * it.
 */
async function eraseWhile(
  { db, vault }: Pick<CleanupDeps, 'db' | 'vault'>,
  which: Parameters<typeof listErasable>[1],
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const erasable = await listErasable(db.kysely, which);
    if (erasable.length === 0) return;
    for (const { id, partIds } of erasable) {
      for (const partId of partIds) await vault.remove(partId);
      await markErased(db.kysely, id);
    }
  }
}
