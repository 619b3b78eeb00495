// The export job. A failed or interrupted attempt leaves nothing, and the next one starts over;
// after the last the customer can request it again.
import { EXPORT_KEPT_DAYS } from '@halyard/contract/own-data';
import { DAY_MS } from '@halyard/core/time';
import * as z from 'zod/mini';
import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { findExport, markFailed, noteProgress, saveReady } from './export-store.ts';
import type { StoredExport } from './export-store.ts';
import { makeExport } from './make-export.ts';
import type { MadeExport, MakeExportDeps } from './make-export.ts';
import { ZipTooLarge } from './zip-parts.ts';

export const EXPORT_JOB = 'records.export';
const TRIES_MAX = 3;
const KEPT_MS = EXPORT_KEPT_DAYS * DAY_MS;

export type RunExportDeps = MakeExportDeps & {
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly customers: Pick<Customers, 'getLanguage'>;
  readonly notifications: Pick<Notifications, 'notify'>;
};

class NoLongerWanted extends Error {
  override readonly name = 'NoLongerWanted';
}

/** Registers the handler; call it before the jobs start. */
export function handleExports(deps: RunExportDeps): void {
  deps.jobs.handle(EXPORT_JOB, {
    payload: z.object({ id: z.uuid() }),
    attemptsMax: TRIES_MAX,
    run: async ({ id }, attempt) => {
      const wanted = await findExport(deps.db.kysely, id);
      if (wanted === undefined || !(await noteProgress(deps.db.kysely, id, 0))) return;
      try {
        await run(deps, wanted, attempt.signal);
      } catch (error) {
        if (error instanceof NoLongerWanted) return;
        const isHopeless = error instanceof ZipTooLarge;
        if (isHopeless || attempt.number >= TRIES_MAX) await fail(deps, wanted);
        if (!isHopeless) throw error;
      }
    },
  });
}

async function run(deps: RunExportDeps, wanted: StoredExport, signal: AbortSignal): Promise<void> {
  const { id, customerId, keyName } = wanted;
  const made = await makeExport(deps, {
    id,
    keyName,
    customerId,
    language: await deps.customers.getLanguage(customerId),
    madeAtMs: deps.clock.nowMs(),
    signal,
    onSection: async (done) => {
      if (!(await noteProgress(deps.db.kysely, id, done))) throw new NoLongerWanted(id);
    },
  });
  if (await save(deps, wanted, made)) return;
  await Promise.all(made.partIds.map(async (partId) => await deps.vault.remove(partId)));
}

async function save(
  deps: RunExportDeps,
  { id, customerId }: StoredExport,
  made: MadeExport,
): Promise<boolean> {
  const readyAtMs = deps.clock.nowMs();
  const expiresAtMs = readyAtMs + KEPT_MS;
  return await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await saveReady(tx, { id, customerId, ...made, readyAtMs, expiresAtMs }))) return false;
    await deps.notifications.notify(tx, {
      customerId,
      kind: 'data-export-ready',
      facts: { untilMs: expiresAtMs },
      key: `export:${id}`,
    });
    return true;
  });
}

async function fail(deps: RunExportDeps, { id, customerId }: StoredExport): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await markFailed(tx, id))) return;
    const notification = {
      kind: 'data-export-failed',
      facts: { atMs },
      key: `export:${id}`,
    } as const;
    await deps.notifications.notify(tx, { customerId, ...notification });
  });
}
