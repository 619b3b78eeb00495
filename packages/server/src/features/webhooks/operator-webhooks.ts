// The webhooks of the operator, which receive the events of all customers. Staff manage them in the
// back office.
import { randomUUID } from 'node:crypto';
import type { AccountKind } from '@halyard/contract/practice/practice';
import { OPERATOR_WEBHOOK_EVENTS, OPERATOR_WEBHOOKS_MAX } from '@halyard/contract/v1/webhooks';
import type { OperatorWebhookEvent } from '@halyard/contract/v1/webhooks';
import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { countOperatorEndpoints, findOperatorEndpoint, setDisabled } from './operator-store.ts';
import type { Secrets } from './secrets.ts';
import { createSecret } from '#platform/outbound/outbound.ts';
import { refuseTarget } from './refuse-target.ts';
import { deleteEndpoint, holdWebhooks, insertEndpoint, updateSecrets } from './webhook-store.ts';
import type { EndpointRow } from './webhook-store.ts';

const OPERATOR = 'operator';

/** A webhook of the operator, and the member of staff who changes it. */
export type OfOperator = { readonly id: number; readonly actor: string };

export type OperatorWebhooks = {
  create(request: {
    readonly url: string;
    readonly environment: AccountKind;
    readonly events: readonly OperatorWebhookEvent[];
    readonly actor: string;
  }): Promise<Answer<{ readonly id: number; readonly secret: string }>>;
  rotate(webhook: OfOperator): Promise<Answer<{ readonly secret: string }>>;
  /** Enables a webhook, or disables it and ends its pending deliveries, which can be resent. */
  setDisabled(webhook: OfOperator & { readonly isDisabled: boolean }): Promise<Answer<object>>;
  remove(webhook: OfOperator): Promise<Answer<object>>;
};

export type OperatorWebhooksDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
  readonly outbound: Pick<Outbound, 'findRejection'>;
  readonly secrets: Secrets;
  readonly previousSecretMs: number;
};

export function createOperatorWebhooks(deps: OperatorWebhooksDeps): OperatorWebhooks {
  const { clock, secrets, previousSecretMs } = deps;
  return {
    create: async (request) => await create(deps, request),
    rotate: async (webhook) =>
      await change(deps, { ...webhook, action: 'rotate' }, async (tx, endpoint) => {
        const secret = createSecret();
        await updateSecrets(tx, endpoint.id, {
          sealed_secret: secrets.cipher(endpoint.id, secret),
          sealed_previous_secret: endpoint.sealed_secret,
          previous_until: new Date(clock.nowMs() + previousSecretMs),
        });
        return { secret };
      }),
    setDisabled: async ({ isDisabled, ...webhook }) => {
      const action = isDisabled ? 'disable' : 'enable';
      return await change(deps, { ...webhook, action }, async (tx, { id, disabled_at }) => {
        const isChanged = (disabled_at !== null) !== isDisabled;
        const disabledAt = isDisabled ? new Date(clock.nowMs()) : null;
        if (isChanged) await setDisabled(tx, id, disabledAt);
        return {};
      });
    },
    remove: async (webhook) =>
      await change(deps, { ...webhook, action: 'delete' }, async (tx, { id }) => {
        await deleteEndpoint(tx, id);
        return {};
      }),
  };
}

async function create(
  deps: OperatorWebhooksDeps,
  request: Parameters<OperatorWebhooks['create']>[0],
): ReturnType<OperatorWebhooks['create']> {
  const { url, environment, actor } = request;
  const rejection = await refuseTarget(deps.outbound, url);
  if (rejection !== undefined) return refused(rejection);
  const secret = createSecret();
  return await deps.db.kysely.transaction().execute(async (tx) => {
    await holdWebhooks(tx, OPERATOR);
    if ((await countOperatorEndpoints(tx)) >= OPERATOR_WEBHOOKS_MAX) {
      return refused({ code: 'too-many-webhooks', facts: { maximum: OPERATOR_WEBHOOKS_MAX } });
    }
    const events = OPERATOR_WEBHOOK_EVENTS.filter((event) => request.events.includes(event));
    const created_at = new Date(deps.clock.nowMs());
    const id = await insertEndpoint(tx, {
      customer_id: null,
      environment,
      url,
      events,
      created_at,
    });
    const sealed_secret = deps.secrets.cipher(id, secret);
    const noPrevious = { sealed_previous_secret: null, previous_until: null };
    const endpoint = await updateSecrets(tx, id, { sealed_secret, ...noPrevious });
    await record(deps, tx, { actor, action: 'create', endpoint });
    return ok({ id, secret });
  });
}

type Action = 'create' | 'rotate' | 'disable' | 'enable' | 'delete';

async function change<Result>(
  deps: OperatorWebhooksDeps,
  { id, actor, action }: OfOperator & { readonly action: Action },
  run: (tx: Kysely<object>, endpoint: EndpointRow) => Promise<Result>,
): Promise<Answer<Result>> {
  return await deps.db.kysely.transaction().execute(async (tx) => {
    await holdWebhooks(tx, OPERATOR);
    const endpoint = await findOperatorEndpoint(tx, id);
    if (endpoint === undefined) return refused({ code: 'not-found' });
    const result = await run(tx, endpoint);
    await record(deps, tx, { actor, action, endpoint });
    return ok(result);
  });
}

const NOTIFIED: Readonly<Partial<Record<Action, string>>> = {
  create: 'A webhook that receives the events of all customers was created',
  rotate: 'A webhook that receives the events of all customers has a new secret',
  disable: 'A webhook that receives the events of all customers was disabled',
};

/**
 * Records a change, and mails the operator about a new receiver or secret, and about one that gets
 * no more events. Whoever gets hold of an admin's session could otherwise have the events of all
 * customers sent to an own address, or withhold them from the risk desk, unnoticed.
 */
async function record(
  { clock, notifications }: OperatorWebhooksDeps,
  tx: Kysely<object>,
  changed: {
    readonly actor: string;
    readonly action: Action;
    readonly endpoint: EndpointRow;
  },
): Promise<void> {
  const { actor, action, endpoint } = changed;
  const { id, url, environment, events } = endpoint;
  // The path and the query of the address can contain a secret of the receiver.
  const receiver = new URL(url).origin;
  const subject = NOTIFIED[action];
  if (subject !== undefined) {
    const remedy = action === 'disable' ? 'enable' : 'disable';
    const text = `${subject}: ${receiver}, by ${actor}. If nobody meant to do this, ${remedy} it in the back office.`;
    await notifications.notifyOperator(tx, { key: `webhook:${id}:${randomUUID()}`, subject, text });
  }
  await recordAudit(tx, clock.nowMs(), {
    actor,
    action: `operator-webhook.${action}`,
    subject: `operator-webhook:${id}`,
    after: { receiver, environment, events },
  });
}
