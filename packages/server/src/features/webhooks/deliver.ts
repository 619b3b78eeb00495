// Delivers due webhooks: one at a time per endpoint, in the order of the events, over a limited
// number of dedicated connections, so that slow receivers delay no mail or job.
import { setTimeout } from 'node:timers/promises';
import { SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';
import type { Secrets } from './secrets.ts';
import { nextAttemptAtMs } from './schedule.ts';
import { sign } from './sign.ts';
import { getEndpoint, listDue, setAttempted } from './webhook-store.ts';
import type { DeliveryRow } from './webhook-store.ts';

const INTERVAL_MS = SECOND_MS;
/** The maximum number of simultaneous deliveries, each of another endpoint. */
const DELIVERIES_MAX = 16;
const ERROR_LENGTH_MAX = 200;

export type DeliverDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly outbound: Pick<Outbound, 'post'>;
  readonly secrets: Secrets;
};

export function createDelivering(deps: DeliverDeps): PeriodicTask {
  return new PeriodicTask({
    name: 'the delivery of webhooks',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    run: async (signal) => await deliverDue(deps, signal),
  });
}

/**
 * Delivers until nothing is due. Each delivery has its own slot: one that waits for a slow receiver
 * delays the next event of the same endpoint and no other. Throws what the first failed one threw,
 * after those in progress have ended.
 */
async function deliverDue(deps: DeliverDeps, signal: AbortSignal): Promise<void> {
  const underWay = new Map<number, Promise<void>>();
  const failures: unknown[] = [];
  const begin = (row: DeliveryRow): void => {
    const sent = deliver(deps, row, signal)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(row.endpoint_id));
    underWay.set(row.endpoint_id, sent);
  };
  const beginDue = async (): Promise<void> => {
    const limit = DELIVERIES_MAX - underWay.size;
    if (limit === 0) return;
    const now = new Date(deps.clock.nowMs());
    const due = await listDue(deps.db.kysely, { now, limit, except: [...underWay.keys()] });
    for (const row of due) begin(row);
  };
  try {
    do {
      await beginDue();
      const soon = setTimeout(INTERVAL_MS, undefined, { ref: false });
      if (underWay.size > 0) await Promise.race([...underWay.values(), soon]);
    } while (underWay.size > 0 && failures.length === 0 && !signal.aborted);
  } finally {
    await Promise.all(underWay.values());
  }
  if (failures.length > 0) throw failures[0];
}

async function deliver(deps: DeliverDeps, row: DeliveryRow, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const failure = await attempt(deps, row, signal);
  // A delivery that the stop of the program aborted is retried at the next start.
  if (failure !== undefined && signal.aborted) return;
  const nowMs = clock.nowMs();
  const now = new Date(nowMs);
  const attempts = row.attempts + 1;
  if (failure === undefined) {
    const result = { attempts, delivered_at: now, dead_at: null, due_at: now, last_error: null };
    await setAttempted(db.kysely, row.id, result);
    return;
  }
  const retriedSinceMs = row.retried_since.getTime();
  const dueAtMs = nextAttemptAtMs({ attempts, retriedSinceMs, nowMs });
  await setAttempted(db.kysely, row.id, {
    attempts,
    delivered_at: null,
    dead_at: dueAtMs === undefined ? now : null,
    due_at: new Date(dueAtMs ?? nowMs),
    last_error: failure.slice(0, ERROR_LENGTH_MAX),
  });
}

/** Attempts a delivery. Returns why it failed; undefined when the receiver accepted it. */
async function attempt(
  { db, clock, outbound, secrets }: DeliverDeps,
  { endpoint_id, event_id: id, body }: DeliveryRow,
  signal: AbortSignal,
): Promise<string | undefined> {
  const endpoint = await getEndpoint(db.kysely, endpoint_id);
  if (endpoint === undefined) return 'The webhook was deleted';
  const timestampS = Math.floor(clock.nowMs() / SECOND_MS);
  try {
    const used = secrets.open(endpoint, clock.nowMs());
    const status = await outbound.post({
      url: endpoint.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Halyard-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': sign({ id, timestampS, body }, used),
      },
      body,
      signal,
    });
    if (status >= 200 && status < 300) return undefined;
    if (status >= 300 && status < 400) return `The receiver redirects (${status})`;
    return `The receiver answered ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'The connection failed';
  }
}
