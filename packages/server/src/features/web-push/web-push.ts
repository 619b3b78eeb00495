// Web Push: notifications on the customers' devices while no page is open. A message is stored in the
// transaction of its notification, for each device, and delivered through the browser's push service.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Customers } from '#features/customers/customers.ts';
import type { Identity } from '#features/identity/identity.ts';
import type { NewNotification, Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { deleteInPages } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log/log.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import { createDelivering } from './deliver-message.ts';
import { createFindKeys } from './find-keys.ts';
import { deleteExpiredMessages, deleteOverflow, insertMessage } from './message-store.ts';
import {
  deleteDevicesOf,
  deleteDevicesOfSession,
  deleteEndedDevices,
  deleteTopicsOf,
  holdDeviceRows,
  listTopicsOn,
} from './push-store.ts';
import { bindPushRoutes } from './routes.ts';
import { deliveryOf, topicOf } from './topic-of.ts';

export { pushKeyOwner } from './find-keys.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
/** How long a device that nobody signs in from keeps receiving notifications. */
const KEPT_MS = 365 * DAY_MS;
const PURGED_EVERY_MS = HOUR_MS;
const PURGED_AT_ONCE = 1_000;
/** The maximum number of messages that wait for one device; the oldest are dropped. */
const PENDING_MAX = 50;
/** The same for all devices together. It is enforced once a minute. */
const ALL_PENDING_MAX = 100_000;

export type WebPush = {
  readonly routes: readonly RouteBinding[];
  /** Deletes the devices and choices of a customer whose account is closed. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
  start(): void;
  close(): Promise<void>;
};

export type WebPushOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly identity: Pick<Identity, 'cipher' | 'onSessionEnded'>;
  readonly customers: Pick<Customers, 'getLanguage' | 'onRecovered'>;
  readonly notifications: Pick<Notifications, 'onWritten'>;
  readonly settings: {
    readonly operatorName: string;
    readonly operatorEmail: string | undefined;
    readonly webhookPrivateTargets: boolean;
  };
  readonly findSiteUrl: () => string;
};

export function createWebPush(options: WebPushOptions): WebPush {
  const { db, clock, log, identity, customers, notifications, settings } = options;
  const { operatorName, operatorEmail, webhookPrivateTargets: allowsPrivate } = settings;
  const deps = {
    ...options,
    operatorName,
    outbound: createOutbound({ allowsPrivate, timeoutMs: TIMEOUT_MS }),
    findKeys: createFindKeys({ db, clock, cipher: identity.cipher }),
    findContact: () =>
      operatorEmail === undefined ? options.findSiteUrl() : `mailto:${operatorEmail}`,
  };
  const delivering = createDelivering(deps);
  notifications.onWritten(async (tx, notification) => await storeMessages(deps, tx, notification));
  customers.onRecovered(deleteDevicesOf);
  identity.onSessionEnded((sessionId, by) => {
    if (by !== 'this-program') return;
    // If this fails, the hourly cleanup deletes them, and nothing is sent to them before.
    deleteDevicesOfSession(db.kysely, sessionId).catch((err: unknown) =>
      log.warn({ err }, 'the push devices of an ended session were not deleted'),
    );
  });
  repeatCleanups(options);
  return {
    routes: bindPushRoutes(deps),
    forget: async (tx, customerId) => {
      await deleteDevicesOf(tx, customerId);
      await deleteTopicsOf(tx, customerId);
    },
    start: () => {
      // The start does not wait for push services; failures are logged and retried in the next round.
      delivering.start().catch(() => undefined);
    },
    close: async () => await delivering.close(),
  };
}

function repeatCleanups({ db, clock, jobs, log }: WebPushOptions): void {
  const limit = PURGED_AT_ONCE;
  jobs.repeat({
    kind: 'push.purge',
    everyMs: PURGED_EVERY_MS,
    run: async (signal) => {
      const page = { keptBefore: new Date(clock.nowMs() - KEPT_MS), limit };
      await deleteInPages(signal, async () => await deleteEndedDevices(db.kysely, page));
    },
  });
  jobs.repeat({
    kind: 'push.drop',
    everyMs: MINUTE_MS,
    run: async (signal) => {
      const counts = { expired: 0, overflow: 0 };
      const now = new Date(clock.nowMs());
      await deleteInPages(signal, async () => {
        const deleted = await deleteExpiredMessages(db.kysely, { now, limit });
        counts.expired += deleted;
        return deleted;
      });
      await deleteInPages(signal, async () => {
        const deleted = await deleteOverflow(db.kysely, { keptMax: ALL_PENDING_MAX, limit });
        counts.overflow += deleted;
        return deleted;
      });
      // Deleted messages are only counted, because the notifications remain in the customers'
      // lists.
      const isAny = counts.expired + counts.overflow > 0;
      if (isAny) log.warn(counts, 'push messages were not delivered');
    },
  });
}

/** Stores a message for each device of the customer, if the topic is switched on. */
async function storeMessages(
  { clock }: Pick<WebPushOptions, 'clock'>,
  tx: Kysely<object>,
  { customerId, kind, facts, key }: NewNotification,
): Promise<void> {
  const topic = topicOf(kind);
  if (topic === undefined || !(await listTopicsOn(tx, customerId)).has(topic)) return;
  const nowMs = clock.nowMs();
  const message = {
    customer_id: customerId,
    kind,
    facts,
    topic,
    // A later margin warning replaces an earlier one.
    tag: topic === 'margin' ? 'margin' : key,
    created_at: new Date(nowMs),
    expires_at: new Date(nowMs + deliveryOf(topic).lifeMs),
  };
  for (const device_id of await holdDeviceRows(tx, customerId)) {
    await insertMessage(tx, { device_id, ...message }, { pendingMax: PENDING_MAX });
  }
}
