// Delivers messages to the push services of the customers' browsers (RFC 8030). A message waits in
// its table from the transaction of its notification, and is retried until it is too old. A device
// gets one message at a time, and after a failure all of its messages wait.
import type { Language } from '@halyard/contract/config';
import type { PushMessage } from '@halyard/contract/web-push/web-push';
import { SECOND_MS } from '@halyard/core/time';
import type { Customers } from '#features/customers/customers.ts';
import { renderNotification } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { TargetRefused } from '#platform/outbound/outbound.ts';
import type { Outbound, OutboundHead } from '#platform/outbound/outbound.ts';
import { PeriodicTask, runInSlots } from '#platform/periodic-task/periodic-task.ts';
import { encryptMessage } from './encrypt-message.ts';
import { deleteMessage, listDueMessages, postponeMessages } from './message-store.ts';
import type { MessageRow } from './message-store.ts';
import { deleteDevice, findDevice, setDelivered } from './push-store.ts';
import type { DeviceRow } from './push-store.ts';
import { nextAttemptAtMs } from './schedule.ts';
import { authorizationOf } from './sign-request.ts';
import type { PushKeys } from './sign-request.ts';
import { deliveryOf } from './topic-of.ts';

const INTERVAL_MS = SECOND_MS;
/** The maximum number of simultaneous deliveries, each to another device. */
const DELIVERIES_MAX = 16;
/** The maximum number of characters of a text in a notification. */
const BODY_LENGTH_MAX = 400;
const GONE: readonly number[] = [404, 410];
const TOO_MANY = 429;
const SERVER_ERROR = 500;

export type DeliverDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly customers: Pick<Customers, 'getLanguage'>;
  readonly outbound: Pick<Outbound, 'post'>;
  readonly findKeys: () => Promise<PushKeys>;
  /**
   * Returns the contact for operators of push services: a mailto: or https: address (RFC 8292,
   * 2.1).
   */
  readonly findContact: () => string;
};

/** Delivers what waits. */
export function createDelivering(deps: DeliverDeps): PeriodicTask {
  const { db, clock, log } = deps;
  return new PeriodicTask({
    name: 'the delivery of push messages',
    intervalMs: INTERVAL_MS,
    log,
    run: async (signal) =>
      await runInSlots<MessageRow>({
        list: async (underWay) => {
          const limit = DELIVERIES_MAX - underWay.length;
          const except = underWay.map(({ device_id: id }) => id);
          const now = new Date(clock.nowMs());
          return limit === 0 ? [] : await listDueMessages(db.kysely, { now, limit, except });
        },
        run: async (row) => await deliverRow(deps, row, signal),
        intervalMs: INTERVAL_MS,
        signal,
      }),
  });
}

async function deliverRow(deps: DeliverDeps, row: MessageRow, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const { id, device_id: deviceId } = row;
  const outcome = await sendMessage(deps, row, signal);
  // A delivery that the stop of the program aborted is retried at the next start.
  if (outcome.kind === 'failed' && signal.aborted) return;
  if (outcome.kind !== 'failed') {
    if (outcome.kind === 'rejected') {
      log.warn({ device: deviceId }, 'a push service rejected a message');
    }
    await deleteMessage(db.kysely, id);
    return;
  }
  const { reason, retryAfter } = outcome;
  const attempts = row.attempts + 1;
  // Only the first failure of a message is logged, because later ones report the same outage.
  if (attempts === 1) log.warn({ device: deviceId, reason }, 'a push message waits for a retry');
  const dueAt = new Date(nextAttemptAtMs({ attempts, retryAfter, nowMs: clock.nowMs() }));
  await postponeMessages(db.kysely, { deviceId, attempts, dueAt });
}

async function sendMessage(
  deps: DeliverDeps,
  row: MessageRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const { kind, facts, topic, tag, customer_id: customerId } = row;
  const lifeMs = row.expires_at.getTime() - deps.clock.nowMs();
  const device = lifeMs > 0 ? await findDevice(deps.db.kysely, row.device_id) : undefined;
  if (device?.customer_id !== customerId) return { kind: 'gone' };
  const language: Language = await deps.customers.getLanguage(customerId);
  const { title, text, page } = renderNotification(kind, facts, language);
  const message = { title, body: text.slice(0, BODY_LENGTH_MAX).toWellFormed(), page, tag };
  return await deliver(deps, device, {
    message,
    lifeMs,
    urgency: deliveryOf(topic).urgency,
    signal,
  });
}

export type Outcome =
  | { readonly kind: 'accepted' | 'gone' | 'rejected' }
  /** The delivery can be retried. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly retryAfter: string | undefined;
    };

/** Delivers a message. A device that the push service does not know any more is deleted. */
export async function deliver(
  deps: Omit<DeliverDeps, 'customers' | 'log'>,
  device: DeviceRow,
  sent: Sent,
): Promise<Outcome> {
  const { db, clock } = deps;
  const answer = await post(deps, device, sent);
  if ('kind' in answer) return answer;
  const { status, retryAfter } = answer;
  if (GONE.includes(status)) {
    await deleteDevice(db.kysely, { id: device.id });
    return { kind: 'gone' };
  }
  if (status === TOO_MANY || status >= SERVER_ERROR) {
    return { kind: 'failed', reason: `The push service answered ${status}`, retryAfter };
  }
  if (status >= 300) return { kind: 'rejected' };
  await setDelivered(db.kysely, device.id, new Date(clock.nowMs()));
  return { kind: 'accepted' };
}

type Sent = {
  readonly message: PushMessage;
  readonly lifeMs: number;
  readonly urgency: 'normal' | 'high';
  readonly signal?: AbortSignal;
};

async function post(
  { clock, outbound, findKeys, findContact }: Omit<DeliverDeps, 'customers' | 'log'>,
  device: DeviceRow,
  { message, lifeMs, urgency, signal }: Sent,
): Promise<OutboundHead | Outcome> {
  const { endpoint } = device;
  const request = { endpoint, contact: findContact(), nowMs: clock.nowMs() };
  const headers = {
    authorization: authorizationOf(await findKeys(), request),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(Math.ceil(lifeMs / SECOND_MS)),
    urgency,
  };
  const body = encryptMessage(Buffer.from(JSON.stringify(message)), device);
  const limit = signal === undefined ? {} : { signal };
  try {
    return await outbound.post({ url: endpoint, headers, body, ...limit });
  } catch (error) {
    if (error instanceof TargetRefused) return { kind: 'rejected' };
    const reason = error instanceof Error ? error.message : 'The connection failed';
    return { kind: 'failed', reason, retryAfter: undefined };
  }
}
