// Webhooks: customers register URLs of programs that are notified of account events, and the operator
// registers URLs that are notified of the events of all customers. An event is written in the
// transaction of its cause and delivered at least once, in order.
import { randomUUID } from 'node:crypto';
import type { AccountKind } from '@halyard/contract/practice/practice';
import { toAccountId } from '@halyard/contract/v1/atoms';
import { WEBHOOKS_MAX } from '@halyard/contract/v1/webhooks';
import type { NewWebhook } from '@halyard/contract/v1/webhooks';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Customers, VerificationWriter } from '#features/customers/customers.ts';
import type { Identity } from '#features/identity/identity.ts';
import type { NewNotification, Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { createRateLimiter, ok, refused } from '#platform/http/http.ts';
import type { Answer, RateLimiter, RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { createDelivering, createOperatorDelivering } from './deliver.ts';
import type { DeliverDeps } from './deliver.ts';
import { repeatNotifyingFailures } from './notify-failures.ts';
import { createOperatorWebhooks } from './operator-webhooks.ts';
import type { OperatorWebhooks } from './operator-webhooks.ts';
import { createPendingBound } from './pending-bound.ts';
import type { PendingBound } from './pending-bound.ts';
import { refuseTarget } from './refuse-target.ts';
import { bindWebhookRoutes } from './routes.ts';
import { createSecrets } from './secrets.ts';
import { createSecret } from '#platform/outbound/outbound.ts';
import { toEvent } from './to-event.ts';
import type { Owned, WebhookDesk } from './webhook-desk.ts';
import { toWireDelivery, toWireEndpoint } from './webhook-to-wire.ts';
import {
  deleteEndpoint,
  deleteEndpointsOf,
  findEndpoint,
  holdWebhooks,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  listEndpointsOf,
  purgeDeliveries,
  resend,
  updateSecrets,
} from './webhook-store.ts';
import type { DeliveryRow, EndpointRow } from './webhook-store.ts';
import { writeEvent } from './write-event.ts';
import { createWorkWriters } from './write-work.ts';
import type { WorkWriters } from './write-work.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
const PREVIOUS_SECRET_MS = DAY_MS;
const KEPT_MS = 30 * DAY_MS;
const PURGED_EVERY_MS = HOUR_MS;
const PURGED_AT_ONCE = 1_000;
/** The rate of mails about changed webhooks per customer: a program must not flood its owner. */
const NOTIFIED_RATE = { perSecond: SECOND_MS / (10 * MINUTE_MS), burst: 20 };

export { ownerOf as webhookOwner } from './secrets.ts';

export type WebhooksOptions = Omit<DeliverDeps, 'outbound' | 'secrets'> & {
  readonly identity: Pick<Identity, 'cipher'>;
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly notifications: Pick<Notifications, 'notify' | 'notifyOperator' | 'onWritten'>;
  readonly customers: Pick<Customers, 'checkCredentialChange' | 'onRecovered' | 'onVerification'>;
  readonly settings: { readonly webhookPrivateTargets: boolean };
};

export type Webhooks = WebhookDesk &
  WorkWriters & {
    readonly routes: readonly RouteBinding[];
    /** The webhooks of the operator, for staff. */
    readonly ofOperator: OperatorWebhooks;
    /** Writes the event of a notification about a practice account, of which only webhooks are notified. */
    writePractice(tx: Kysely<object>, notification: NewNotification): Promise<void>;
    /** Deletes the webhooks of a customer who closes the account. */
    forget(tx: Kysely<object>, customerId: number): Promise<void>;
    start(): void;
    close(): Promise<void>;
  };

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { db, clock, customers, notifications, settings } = options;
  const secrets = createSecrets(options.identity);
  const { webhookPrivateTargets: allowsPrivate } = settings;
  const outbound = createOutbound({ allowsPrivate, timeoutMs: TIMEOUT_MS });
  const notified = createRateLimiter(NOTIFIED_RATE, clock);
  const pending = createPendingBound(clock);
  const deps = { ...options, secrets, outbound, notified, pending };
  const deliveries = [createDelivering(deps), createOperatorDelivering(deps)];
  customers.onRecovered(deleteEndpointsOf);
  notifications.onWritten(async (tx, notification) => await writeLive(deps, tx, notification));
  customers.onVerification(async (tx, change) => await writeVerification(deps, tx, change));
  repeatPurge(options);
  repeatNotifyingFailures(options);
  const resendOne = async (again: {
    readonly endpointId?: number;
    readonly id: number;
  }): Promise<Answer<DeliveryRow>> => {
    const row = await db.kysely
      .transaction()
      .execute(async (tx) => await resend(tx, { ...again, now: new Date(clock.nowMs()) }));
    if (row === undefined) return refused({ code: 'not-found' });
    if (row === 'disabled') return refused({ code: 'webhook-disabled' });
    for (const delivering of deliveries) delivering.wake();
    return ok(row);
  };
  const webhooks: Omit<Webhooks, 'routes'> = {
    list: async (owner) => (await listEndpointsOf(db.kysely, owner)).map(toWireEndpoint),
    create: async (request) => await create(deps, request),
    remove: async (owned) => await change(deps, { ...owned, action: 'webhook.delete' }, deleteOne),
    rotate: async (owned) =>
      await change(deps, { ...owned, action: 'webhook.rotate' }, async (tx, endpoint) => {
        const secret = createSecret();
        const row = await updateSecrets(tx, endpoint.id, {
          sealed_secret: secrets.cipher(endpoint.id, secret),
          sealed_previous_secret: endpoint.sealed_secret,
          previous_until: new Date(clock.nowMs() + PREVIOUS_SECRET_MS),
        });
        const { customerId } = owned;
        await notifyOwner(deps, tx, { customerId, kind: 'webhook-secret-rotated', endpoint: row });
        return { webhook: toWireEndpoint(row), secret };
      }),
    listDeliveries: async ({ customerId, environment, id, ...page }) => {
      const endpoint = await findEndpoint(db.kysely, { customerId, environment, id });
      if (endpoint === undefined) return refused({ code: 'not-found' });
      const rows = await listDeliveries(db.kysely, { ...page, endpointId: id });
      return ok(rows.map(toWireDelivery));
    },
    resend: async ({ deliveryId, ...owned }) => {
      const { id } = owned;
      const endpoint = await findEndpoint(db.kysely, owned);
      if (endpoint === undefined) return refused({ code: 'not-found' });
      const answer = await resendOne({ endpointId: id, id: deliveryId });
      return answer.kind === 'ok' ? ok(toWireDelivery(answer.data)) : answer;
    },
    writePractice: async (tx, notification) => await writePractice(deps, tx, notification),
    ...createWorkWriters(deps),
    resendForStaff: async (id) => await resendOne({ id }),
    ofOperator: createOperatorWebhooks({ ...deps, previousSecretMs: PREVIOUS_SECRET_MS }),
    forget: deleteEndpointsOf,
    start: () => {
      // The start does not wait for receivers; failures are logged and retried in the next round.
      for (const delivering of deliveries) delivering.start().catch(() => undefined);
    },
    close: async () => {
      await Promise.all(deliveries.map(async (delivering) => await delivering.close()));
    },
  };
  return { ...webhooks, routes: bindWebhookRoutes({ customers, webhooks }) };
}

function repeatPurge({ db, clock, jobs }: Pick<WebhooksOptions, 'db' | 'clock' | 'jobs'>): void {
  jobs.repeat({
    kind: 'webhooks.purge',
    everyMs: PURGED_EVERY_MS,
    run: async (signal) => {
      const before = new Date(clock.nowMs() - KEPT_MS);
      let isMore = true;
      while (isMore && !signal.aborted) {
        isMore = await purgeDeliveries(db.kysely, { before, limit: PURGED_AT_ONCE });
      }
    },
  });
}

type Deps = DeliverDeps &
  Pick<WebhooksOptions, 'notifications'> & {
    readonly outbound: Outbound;
    readonly notified: RateLimiter;
    readonly pending: PendingBound;
  };

async function deleteOne(tx: Kysely<object>, { id }: EndpointRow): Promise<undefined> {
  await deleteEndpoint(tx, id);
}

async function create(
  deps: Deps,
  request: Parameters<Webhooks['create']>[0],
): Promise<Answer<NewWebhook>> {
  const { db, clock, outbound, secrets } = deps;
  const { customerId, environment, url } = request;
  const rejection = await refuseTarget(outbound, url);
  if (rejection !== undefined) return refused(rejection);
  const secret = createSecret();
  const created = await db.kysely.transaction().execute(async (tx) => {
    await holdWebhooks(tx, customerId);
    if ((await listEndpoints(tx, customerId)).length >= WEBHOOKS_MAX) return undefined;
    const events = [...new Set(request.events)];
    const created_at = new Date(clock.nowMs());
    const endpoint = { customer_id: customerId, environment, url, events, created_at };
    const id = await insertEndpoint(tx, endpoint);
    const sealed_secret = secrets.cipher(id, secret);
    const noPrevious = { sealed_previous_secret: null, previous_until: null };
    const row = await updateSecrets(tx, id, { sealed_secret, ...noPrevious });
    await notifyOwner(deps, tx, { customerId, kind: 'webhook-created', endpoint: row });
    await audit(deps, tx, { customerId, environment, action: 'webhook.create', id });
    return row;
  });
  if (created === undefined) {
    return refused({ code: 'too-many-webhooks', facts: { maximum: WEBHOOKS_MAX } });
  }
  return ok({ webhook: toWireEndpoint(created), secret });
}

async function change<Result>(
  deps: Deps,
  owned: Owned & { readonly action: string },
  run: (tx: Kysely<object>, endpoint: EndpointRow) => Promise<Result>,
): Promise<Answer<Result>> {
  return await deps.db.kysely.transaction().execute(async (tx) => {
    await holdWebhooks(tx, owned.customerId);
    const endpoint = await findEndpoint(tx, owned);
    if (endpoint === undefined) return refused({ code: 'not-found' });
    const result = await run(tx, endpoint);
    await audit(deps, tx, owned);
    return ok(result);
  });
}

/**
 * Notifies the customer. Whoever has a leaked key could otherwise have the account's events sent to an
 * own address unnoticed, also after the key is revoked.
 */
async function notifyOwner(
  { clock, notifications, notified }: Deps,
  tx: Kysely<object>,
  {
    customerId,
    kind,
    endpoint,
  }: {
    readonly customerId: number;
    readonly kind: 'webhook-created' | 'webhook-secret-rotated';
    readonly endpoint: EndpointRow;
  },
): Promise<void> {
  const { id, url } = endpoint;
  if (notified.take(String(customerId)) > 0) return;
  const atMs = clock.nowMs();
  const key = `webhook:${id}:${kind}:${randomUUID()}`;
  await notifications.notify(tx, {
    customerId,
    kind,
    facts: { host: new URL(url).host, atMs },
    key,
  });
}

async function audit(
  { clock }: Deps,
  tx: Kysely<object>,
  { customerId, action, id }: Owned & { readonly action: string },
): Promise<void> {
  const subject = `customer:${customerId}`;
  await recordAudit(tx, clock.nowMs(), { actor: subject, action, subject, after: { id } });
}

async function writeLive(
  deps: Deps,
  tx: Kysely<object>,
  notification: NewNotification,
): Promise<void> {
  await writeEventOf(deps, tx, { environment: 'live', key: notification.key, notification });
}

async function writePractice(
  deps: Deps,
  tx: Kysely<object>,
  notification: NewNotification,
): Promise<void> {
  // Both kinds of account number their notifications, so that the keys of two events can be the same.
  await writeEventOf(deps, tx, {
    environment: 'practice',
    key: `practice:${notification.key}`,
    notification,
  });
}

type Cause = {
  readonly environment: AccountKind;
  readonly key: string;
  readonly notification: NewNotification;
};

async function writeEventOf(
  deps: Deps,
  tx: Kysely<object>,
  { environment, key, notification }: Cause,
): Promise<void> {
  const { customerId } = notification;
  const content = toEvent(notification, environment);
  if (content !== undefined) await writeEvent(deps, tx, { customerId, environment, key, content });
}

/** Staff can verify a customer and withdraw it more than once: each change is an event. */
async function writeVerification(
  deps: Deps,
  tx: Kysely<object>,
  { customerId, isVerified, atMs }: Parameters<VerificationWriter>[1],
): Promise<void> {
  const type = isVerified ? 'customer.verified' : 'customer.unverified';
  const account_id = toAccountId('live', customerId);
  const content = { type, data: { account_id, at: new Date(atMs).toISOString() } } as const;
  const key = `verification:${randomUUID()}`;
  await writeEvent(deps, tx, { customerId, environment: 'live', key, content });
}
