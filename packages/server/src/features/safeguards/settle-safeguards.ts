// Brings the account in line with what its customer has set: openings stop while a limit of losses
// is reached or an exclusion runs, and go on afterwards. Doing it again changes nothing, so it is
// done whenever something may have changed, and by a job when time alone changes it.
import { assertPresent } from '@halyard/core/assertion';
import * as z from 'zod/mini';
import type { Customers } from '#features/customers/customers.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { ripenLimits } from './change-safeguards.ts';
import type { ChangeDeps } from './change-safeguards.ts';
import { findStop } from './find-stop.ts';
import type { Stop } from './find-stop.ts';
import { listLimits } from './safeguard-store.ts';

const JOB = 'safeguards.settle';

type SettleDeps = ChangeDeps & {
  readonly customers: Pick<Customers, 'stopOpenings'>;
  readonly jobs: Jobs;
};

/** Says how time is followed; before the jobs start. */
export function handleSettling(deps: {
  readonly jobs: Jobs;
  readonly settle: (customerId: number) => Promise<void>;
}): void {
  deps.jobs.handle(JOB, {
    payload: z.object({ customerId: z.int() }),
    run: async ({ customerId }) => await deps.settle(customerId),
  });
}

/**
 * One settling at a time: of two at once the one that looked before an exclusion was set could act
 * after the one that saw it, and let openings go on.
 */
export function createSettling(deps: SettleDeps): (customerId: number) => Promise<void> {
  const last = new Map<number, Promise<void>>();
  return async (customerId) => {
    const before = last.get(customerId) ?? Promise.resolve();
    const turn = before.then(async () => await settleSafeguards(deps, customerId));
    // The next one waits for this one's end, whichever it is.
    const end = turn.catch(() => undefined);
    last.set(customerId, end);
    try {
      await turn;
    } finally {
      if (last.get(customerId) === end) last.delete(customerId);
    }
  };
}

async function settleSafeguards(deps: SettleDeps, customerId: number): Promise<void> {
  await ripenLimits(deps, customerId);
  const nowMs = deps.clock.nowMs();
  const stop = await findStop(deps.db.kysely, customerId, nowMs);
  // The job first: whatever stops, there is something that ends it.
  await scheduleNext(deps, { customerId, stop, nowMs });
  if (stop?.cause === 'loss-limit') await tellReached(deps, { customerId, stop, nowMs });
  await deps.customers.stopOpenings({
    customerId,
    areStopped: stop !== undefined,
    by: {
      actor: 'system',
      action: 'safeguards.settle',
      ...(stop === undefined ? {} : { reason: stop.cause }),
    },
  });
}

/** Once for the period in which it was reached. */
async function tellReached(
  deps: SettleDeps,
  reached: { readonly customerId: number; readonly stop: Stop; readonly nowMs: number },
): Promise<void> {
  const { customerId, stop, nowMs: atMs } = reached;
  const untilMs = assertPresent(stop.untilMs ?? undefined, 'a period ends');
  await deps.db.kysely.transaction().execute(async (tx) => {
    await deps.notices.notify(tx, {
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
