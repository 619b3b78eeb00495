// Delivers due webhooks in the order of the events, over a limited number of dedicated connections,
// so that slow receivers delay no mail or job. A customer's endpoint gets one delivery at a time. Each
// endpoint of the operator has connections of its own and gets one delivery per customer at a time.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { PeriodicTask, runInSlots } from '#platform/periodic-task/periodic-task.ts';
import type { Secrets } from './secrets.ts';
import { nextAttemptAtMs } from './schedule.ts';
import { sign } from '#platform/outbound/outbound.ts';
import {
  bringForward,
  endLate,
  listDueOf,
  listOperatorEndpoints,
  listOperatorEndpointsDue,
  probeWaiting,
} from './operator-store.ts';
import { findDue, getEndpoint, listDue, setAttempted } from './webhook-store.ts';
import type { DeliveryRow, EndpointRow } from './webhook-store.ts';

const INTERVAL_MS = SECOND_MS;
/**
 * The maximum number of simultaneous deliveries to customers, and of visitors' messages to the
 * operator, each to another endpoint.
 */
const DELIVERIES_MAX = 16;
/** The maximum number of simultaneous deliveries to one endpoint of the operator. */
const OPERATOR_DELIVERIES_MAX = 4;
/** How many deliveries are listed at once; the list is read again when all of them were sent. */
const OPERATOR_LISTED_MAX = 32;
/**
 * How many waiting deliveries of other customers each success makes due. More than one, so that all
 * follow soon after an outage; few, so that an endpoint that fails again gets few in vain.
 */
const BROUGHT_FORWARD = 2;
/** How long a delivery waits after its last attempt, per failed attempt, when its endpoint works. */
const RECOVERY_PAUSE_MS = MINUTE_MS;
/** How long an endpoint with waiting customers stays without an attempt. */
const PROBE_AFTER_MS = 5 * MINUTE_MS;
/** How often to look for such endpoints, which reads all waiting deliveries of the operator. */
const PROBED_EVERY_MS = 30 * SECOND_MS;
const ERROR_LENGTH_MAX = 200;

export type DeliverDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly outbound: Pick<Outbound, 'post'>;
  readonly secrets: Secrets;
};

/** Delivers to the endpoints of customers, and visitors' messages to those of the operator. */
export function createDelivering(deps: DeliverDeps): PeriodicTask {
  return new PeriodicTask({
    name: 'the delivery of webhooks',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    run: async (signal) => {
      const list: ListNext = async ({ now, underWay }) => {
        const limit = DELIVERIES_MAX - underWay.length;
        const except = underWay.map((row) => row.endpoint_id);
        return limit === 0 ? [] : await listDue(deps.db.kysely, { now, limit, except });
      };
      await deliverDue(deps, list, signal);
    },
  });
}

/**
 * Delivers the events of customers to the endpoints of the operator, each by itself: a slow one delays
 * no other.
 */
export function createOperatorDelivering(
  deps: DeliverDeps,
): Pick<PeriodicTask, 'start' | 'wake' | 'close'> {
  const running = new Map<number, Promise<void>>();
  const failures: unknown[] = [];
  const begin = (endpointId: number, signal: AbortSignal): void => {
    const listed: DeliveryRow[] = [];
    const list: ListNext = async ({ now, underWay }) => {
      const free = OPERATOR_DELIVERIES_MAX - underWay.length;
      if (free === 0) return [];
      if (listed.length === 0) {
        const limit = OPERATOR_LISTED_MAX;
        const except = underWay.map(({ id }) => id);
        listed.push(...(await listDueOf(deps.db.kysely, endpointId, { now, limit, except })));
      }
      return listed.splice(0, free);
    };
    const delivering = deliverDue(deps, list, signal)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(endpointId));
    running.set(endpointId, delivering);
  };
  const prepare = createPreparing(deps);
  const task = new PeriodicTask({
    name: "the delivery of the operator's webhooks",
    intervalMs: INTERVAL_MS,
    log: deps.log,
    run: async (signal) => {
      for (const id of await prepare()) {
        if (!running.has(id)) begin(id, signal);
      }
      // This round reports the failures since the last one.
      const failed = failures.splice(0);
      if (failed.length > 0) throw failed[0];
    },
  });
  return {
    start: async () => await task.start(),
    wake: () => task.wake(),
    close: async () => {
      await task.close();
      await Promise.all(running.values());
    },
  };
}

/**
 * Ends late deliveries of disabled endpoints, makes a waiting delivery due where the endpoint may
 * work again, and returns the endpoints with a delivery due. If there are no endpoints, this costs
 * one lookup in an empty index.
 */
function createPreparing({ db: { kysely: db }, clock }: DeliverDeps) {
  let probedAtMs = Number.NEGATIVE_INFINITY;
  return async (): Promise<readonly number[]> => {
    const endpoints = await listOperatorEndpoints(db);
    const disabled = endpoints.filter((one) => one.disabled_at !== null).map(({ id }) => id);
    const nowMs = clock.nowMs();
    const now = new Date(nowMs);
    if (disabled.length > 0) await endLate(db, { endpointIds: disabled, now });
    if (disabled.length === endpoints.length) return [];
    if (nowMs - probedAtMs >= PROBED_EVERY_MS) {
      await probeWaiting(db, { now, before: new Date(nowMs - PROBE_AFTER_MS) });
      probedAtMs = nowMs;
    }
    return await listOperatorEndpointsDue(db, now);
  };
}

/** Returns the deliveries that can be sent beside those in progress. */
type ListNext = (state: {
  readonly now: Date;
  readonly underWay: readonly DeliveryRow[];
}) => Promise<readonly DeliveryRow[]>;

async function deliverDue(deps: DeliverDeps, list: ListNext, signal: AbortSignal): Promise<void> {
  await runInSlots<DeliveryRow>({
    list: async (underWay) => await list({ now: new Date(deps.clock.nowMs()), underWay }),
    run: async (row) => await deliver(deps, row, signal),
    intervalMs: INTERVAL_MS,
    signal,
  });
}

async function deliver(deps: DeliverDeps, listed: DeliveryRow, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  // The list can be a minute old, so the delivery may have been sent or deleted since.
  const due = { id: listed.id, now: new Date(clock.nowMs()) };
  const row = await findDue(db.kysely, due);
  if (row === undefined) return;
  const endpoint = await getEndpoint(db.kysely, row.endpoint_id);
  // Deleting an endpoint deletes its deliveries; disabling it ends them.
  if (endpoint === undefined || endpoint.disabled_at !== null) return;
  const failure = await attempt(deps, { row, endpoint }, signal);
  // A delivery that the stop of the program aborted is retried at the next start.
  if (failure !== undefined && signal.aborted) return;
  const nowMs = clock.nowMs();
  const now = new Date(nowMs);
  const attempts = row.attempts + 1;
  if (failure === undefined) {
    const ended = { delivered_at: now, dead_at: null, due_at: now, last_error: null };
    await setAttempted(db.kysely, row.id, { attempts, attempted_at: now, ...ended });
    if (row.customer_id === null) return;
    const next = { now, limit: BROUGHT_FORWARD, pauseMs: RECOVERY_PAUSE_MS };
    await bringForward(db.kysely, row.endpoint_id, next);
    return;
  }
  const retriedSinceMs = row.retried_since.getTime();
  const dueAtMs = nextAttemptAtMs({ attempts, retriedSinceMs, nowMs });
  await setAttempted(db.kysely, row.id, {
    attempts,
    attempted_at: now,
    delivered_at: null,
    dead_at: dueAtMs === undefined ? now : null,
    due_at: new Date(dueAtMs ?? nowMs),
    last_error: failure.slice(0, ERROR_LENGTH_MAX),
  });
}

/** Attempts a delivery. Returns why it failed; undefined when the receiver accepted it. */
async function attempt(
  { clock, outbound, secrets }: DeliverDeps,
  {
    row: { event_id: id, body },
    endpoint,
  }: { readonly row: DeliveryRow; readonly endpoint: EndpointRow },
  signal: AbortSignal,
): Promise<string | undefined> {
  const timestampS = Math.floor(clock.nowMs() / SECOND_MS);
  try {
    const used = secrets.open(endpoint, clock.nowMs());
    const { status } = await outbound.post({
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
