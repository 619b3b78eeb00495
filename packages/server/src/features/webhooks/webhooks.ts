// Webhooks: customers register URLs of programs that are notified of account events. An event is
// written in the transaction of its cause and delivered at least once, in order.
import { createHash } from 'node:crypto';
import { WEBHOOKS_MAX } from '@halyard/contract/v1/webhooks';
import type { NewWebhook, WebhookDelivery } from '@halyard/contract/v1/webhooks';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Customers } from '#features/customers/customers.ts';
import type { Identity } from '#features/identity/identity.ts';
import type { Notice, Notices } from '#features/notices/notices.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';
import { createDelivering } from './deliver.ts';
import type { DeliverDeps } from './deliver.ts';
import { bindWebhookRoutes } from './routes.ts';
import { createSecrets } from './secrets.ts';
import { createSecret } from './sign.ts';
import { toEvent } from './to-event.ts';
import type { Owned, WebhookDesk } from './webhook-desk.ts';
import { toWireDelivery, toWireEndpoint } from './webhook-to-wire.ts';
import {
  countPending,
  deleteEndpoint,
  deleteEndpointsOf,
  findEndpoint,
  holdWebhooks,
  insertDelivery,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  purgeDeliveries,
  resend,
  updateSecrets,
} from './webhook-store.ts';
import type { EndpointRow } from './webhook-store.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
const PREVIOUS_SECRET_MS = DAY_MS;
const KEPT_MS = 30 * DAY_MS;
const PURGED_EVERY_MS = HOUR_MS;
const PURGED_AT_ONCE = 1_000;
/**
 * The maximum number of pending deliveries of one endpoint; further ones fail at once and can be
 * resent.
 */
const PENDING_MAX = 1_000;
const EVENT_ID_LENGTH = 24;

export { ownerOf as webhookOwner } from './secrets.ts';

export type WebhooksOptions = Omit<DeliverDeps, 'outbound' | 'secrets'> & {
  readonly identity: Pick<Identity, 'cipher'>;
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly notices: Pick<Notices, 'onWritten'>;
  readonly customers: Pick<Customers, 'checkCredentialChange' | 'onRecovered'>;
  readonly settings: { readonly webhookPrivateTargets: boolean };
};

export type Webhooks = WebhookDesk & {
  readonly routes: readonly RouteBinding[];
  /** Deletes the webhooks of a customer who closes the account. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
  start(): void;
  close(): Promise<void>;
};

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { db, clock, customers, jobs, notices, settings } = options;
  const secrets = createSecrets(options.identity);
  const { webhookPrivateTargets: allowsPrivate } = settings;
  const outbound = createOutbound({ allowsPrivate, timeoutMs: TIMEOUT_MS });
  const deps = { ...options, secrets, outbound };
  const delivering: PeriodicTask = createDelivering(deps);
  customers.onRecovered(deleteEndpointsOf);
  notices.onWritten(async (tx, notice) => await writeEvent(deps, tx, notice));
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
  const resendOne = async (again: {
    readonly endpointId?: number;
    readonly id: number;
  }): Promise<Answer<WebhookDelivery>> => {
    const row = await resend(db.kysely, { ...again, now: new Date(clock.nowMs()) });
    delivering.wake();
    return row === undefined ? refused({ code: 'not-found' }) : ok(toWireDelivery(row));
  };
  const webhooks: Omit<Webhooks, 'routes'> = {
    list: async (customerId) => (await listEndpoints(db.kysely, customerId)).map(toWireEndpoint),
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
        return { webhook: toWireEndpoint(row), secret };
      }),
    listDeliveries: async ({ customerId, id, ...page }) => {
      const endpoint = await findEndpoint(db.kysely, { customerId, id });
      if (endpoint === undefined) return refused({ code: 'not-found' });
      const rows = await listDeliveries(db.kysely, { ...page, endpointId: id });
      return ok(rows.map(toWireDelivery));
    },
    resend: async ({ customerId, id, deliveryId }) => {
      const endpoint = await findEndpoint(db.kysely, { customerId, id });
      if (endpoint === undefined) return refused({ code: 'not-found' });
      return await resendOne({ endpointId: id, id: deliveryId });
    },
    resendForStaff: async (id) => await resendOne({ id }),
    forget: deleteEndpointsOf,
    start: () => {
      // The start does not wait for receivers; failures are logged and retried in the next round.
      delivering.start().catch(() => undefined);
    },
    close: async () => await delivering.close(),
  };
  return { ...webhooks, routes: bindWebhookRoutes({ customers, webhooks }) };
}

type Deps = DeliverDeps & { readonly outbound: Outbound };

async function deleteOne(tx: Kysely<object>, { id }: EndpointRow): Promise<undefined> {
  await deleteEndpoint(tx, id);
}

async function create(
  deps: Deps,
  request: Parameters<Webhooks['create']>[0],
): Promise<Answer<NewWebhook>> {
  const { db, clock, outbound, secrets } = deps;
  const { customerId, url } = request;
  const why = URL.canParse(url) ? await outbound.findRejection(url) : 'The address is not valid';
  if (why !== undefined) return refused({ code: 'webhook-target-refused', errors: { url: why } });
  const secret = createSecret();
  const created = await db.kysely.transaction().execute(async (tx) => {
    await holdWebhooks(tx, customerId);
    if ((await listEndpoints(tx, customerId)).length >= WEBHOOKS_MAX) return undefined;
    const events = [...new Set(request.events)];
    const created_at = new Date(clock.nowMs());
    const id = await insertEndpoint(tx, { customer_id: customerId, url, events, created_at });
    const sealed_secret = secrets.cipher(id, secret);
    const noPrevious = { sealed_previous_secret: null, previous_until: null };
    const row = await updateSecrets(tx, id, { sealed_secret, ...noPrevious });
    await audit(deps, tx, { customerId, action: 'webhook.create', id });
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

async function audit(
  { clock }: Deps,
  tx: Kysely<object>,
  { customerId, action, id }: Owned & { readonly action: string },
): Promise<void> {
  const subject = `customer:${customerId}`;
  await recordAudit(tx, clock.nowMs(), { actor: subject, action, subject, after: { id } });
}

/** Writes a delivery for each of the customer's webhooks that subscribes to the event. */
async function writeEvent({ clock }: Deps, tx: Kysely<object>, notice: Notice): Promise<void> {
  const event = toEvent(notice);
  if (event === undefined) return;
  const endpoints = await listEndpoints(tx, notice.customerId);
  const at = new Date(clock.nowMs());
  const key = createHash('sha256').update(`${notice.customerId} ${notice.key}`).digest('base64url');
  const eventId = `evt_${key.slice(0, EVENT_ID_LENGTH)}`;
  const { type, data } = event;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  for (const { id: endpointId, events } of endpoints) {
    if (!events.includes(type)) continue;
    const isFull = (await countPending(tx, endpointId)) >= PENDING_MAX;
    const dead = isFull ? 'Too many deliveries waited' : undefined;
    await insertDelivery(tx, { endpointId, eventId, type, body, at, dead });
  }
}
