// Writes events in the transaction of their cause: a delivery for each webhook that subscribes to them.
import { createHash } from 'node:crypto';
import type { AccountKind } from '@halyard/contract/practice/practice';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { WebhookContent } from './to-event.ts';
import type { PendingBound } from './pending-bound.ts';
import { insertDelivery, listReceivers } from './webhook-store.ts';

const EVENT_ID_LENGTH = 24;

export type NewEvent = {
  /** Null for an event of no customer, which only webhooks of the operator receive. */
  readonly customerId: number | null;
  readonly environment: AccountKind;
  /** The key of the cause: an endpoint receives the event of a key once. */
  readonly key: string;
  readonly content: WebhookContent;
};

/**
 * Writes a delivery for each webhook of the customer and of the operator that wants the event. The
 * database numbers it at the commit, so that events of a customer are delivered in the order of the
 * commits.
 */
export async function writeEvent(
  { clock, pending }: { readonly clock: Clock; readonly pending: PendingBound },
  tx: Kysely<object>,
  { customerId, environment, key, content }: NewEvent,
): Promise<void> {
  const { type, data } = content;
  const at = new Date(clock.nowMs());
  const hash = createHash('sha256').update(`${customerId} ${key}`).digest('base64url');
  const eventId = `evt_${hash.slice(0, EVENT_ID_LENGTH)}`;
  for (const endpoint of await listReceivers(tx, { customerId, environment })) {
    if (!endpoint.events.includes(type)) continue;
    const isOperators = endpoint.customer_id === null;
    const isFull = await pending.isFull(tx, endpoint, customerId);
    const isNamed = isOperators && customerId !== null;
    const sent = isNamed ? { customer_id: String(customerId), ...data } : data;
    await insertDelivery(tx, {
      endpointId: endpoint.id,
      customerId: isOperators ? customerId : null,
      eventId,
      type,
      body: JSON.stringify({ type, timestamp: at.toISOString(), data: sent }),
      at,
      dead: isFull ? 'Too many deliveries waited' : undefined,
    });
  }
}
