// Brings an account in line with its client limits: openings stop while a loss limit is reached or
// an exclusion is in force, and are permitted again afterwards. Repeating it changes nothing, so it
// runs whenever something may have changed, and as a job when only time has passed.
import { assertPresent } from '@halyard/core/assertion';
import * as z from 'zod/mini';
import type { Customers } from '#features/customers/customers.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { ripenLimits } from './change-client-limits.ts';
import type { ChangeDeps } from './change-client-limits.ts';
import { findStop } from './find-stop.ts';
import type { Stop } from './find-stop.ts';
import { listLimits } from './client-limits-store.ts';

const JOB = 'safeguards.settle';

type SettleDeps = ChangeDeps & {
  readonly customers: Pick<Customers, 'stopOpenings'>;
  readonly jobs: Jobs;
};

/** Registers the handler of these jobs. Call it before the jobs start. */
export function handleSettling(deps: {
  readonly jobs: Jobs;
  readonly settle: (customerId: number) => Promise<void>;
}): void {
  deps.jobs.handle(JOB, {
    payload: z.object({ customerId: z.int() }),
    run: async ({ customerId }) => await deps.settle(customerId),
  });
}

export async function settleClientLimits(deps: SettleDeps, customerId: number): Promise<void> {
  await ripenLimits(deps, customerId);
  const nowMs = deps.clock.nowMs();
  const stop = await findStop(deps.db.kysely, customerId, nowMs);
  // The job is scheduled first, so that every stop has something that ends it.
  await scheduleNext(deps, { customerId, stop, nowMs });
  if (stop?.cause === 'loss-limit') await notifyReached(deps, { customerId, stop, nowMs });
  await deps.customers.stopOpenings({
    customerId,
    // Read again under the lock: another program can have set an exclusion in the meantime.
    findReason: async (tx) => (await findStop(tx, customerId, nowMs))?.cause,
    by: { actor: 'system', action: 'safeguards.settle' },
  });
}

/** Notifies the customer that a limit is reached, once per period. */
async function notifyReached(
  deps: SettleDeps,
  reached: { readonly customerId: number; readonly stop: Stop; readonly nowMs: number },
): Promise<void> {
  const { customerId, stop, nowMs: atMs } = reached;
  const untilMs = assertPresent(stop.untilMs ?? undefined, 'a period ends');
  await deps.db.kysely.transaction().execute(async (tx) => {
    await deps.notifications.notify(tx, {
      customerId,
      kind: 'own-limit-reached',
      facts: { limit: 'loss-limit', atMs, untilMs },
      key: `own-limit-reached:${untilMs}`,
    });
  });
}

async function scheduleNext(
  deps: SettleDeps,
  settled: { readonly customerId: number; readonly stop: Stop | undefined; readonly nowMs: number },
): Promise<void> {
  const { customerId, stop, nowMs } = settled;
  const limits = await listLimits(deps.db.kysely, customerId);
  const times = [stop?.untilMs ?? null, ...limits.map(({ next }) => next?.atMs ?? null)];
  const ahead = times.filter((atMs) => atMs !== null && atMs > nowMs) as readonly number[];
  if (ahead.length === 0) return;
  const notBeforeMs = Math.min(...ahead);
  await deps.jobs.enqueue(deps.db.kysely, {
    kind: JOB,
    key: `${customerId}:${notBeforeMs}`,
    payload: { customerId },
    notBeforeMs,
  });
}
