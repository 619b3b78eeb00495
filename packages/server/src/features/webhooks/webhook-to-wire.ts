import { WEBHOOK_EVENTS } from '@halyard/contract/v1/webhooks';
import type {
  OperatorWebhookEvent,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from '@halyard/contract/v1/webhooks';
import { assertPresent } from '@halyard/core/assertion';
import type { DeliveryRow, EndpointRow } from './webhook-store.ts';

/** Returns a customer's webhook. */
export function toWireEndpoint(row: EndpointRow): Webhook {
  return {
    id: String(row.id),
    url: row.url,
    environment: row.environment,
    events: row.events.map(toCustomersEvent),
    created_at: row.created_at.toISOString(),
    previous_secret_until: row.previous_until?.toISOString() ?? null,
  };
}

/** Returns a delivery to a customer's webhook. */
export function toWireDelivery(row: DeliveryRow): WebhookDelivery {
  const isPending = row.delivered_at === null && row.dead_at === null;
  const ended = row.dead_at === null ? 'delivered' : 'dead';
  return {
    id: String(row.id),
    event_id: row.event_id,
    type: toCustomersEvent(row.type),
    status: isPending ? 'pending' : ended,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_attempt_at: isPending ? row.due_at.toISOString() : null,
    last_error: row.last_error,
  };
}

function toCustomersEvent(event: OperatorWebhookEvent): WebhookEvent {
  const found = WEBHOOK_EVENTS.find((one) => one === event);
  return assertPresent(found, 'a webhook of a customer receives events of customers');
}
