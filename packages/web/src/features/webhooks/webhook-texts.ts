// The keys of the texts for events and delivery statuses.
import type { WebhookDelivery, WebhookEvent } from '@halyard/contract/v1/webhooks';

export const EVENT_TEXTS = {
  'order.filled': 'orderFilled',
  'order.cancelled': 'orderCancelled',
  'order.expired': 'orderExpired',
  'order.rejected': 'orderRejected',
  'position.closed': 'positionClosed',
  'margin.warning': 'marginWarning',
  'deposit.completed': 'depositCompleted',
  'withdrawal.paid': 'withdrawalPaid',
  'customer.verified': 'customerVerified',
  'customer.unverified': 'customerUnverified',
} as const satisfies Record<WebhookEvent, string>;

export const STATUS_TEXTS = {
  pending: 'pending',
  delivered: 'delivered',
  dead: 'dead',
} as const satisfies Record<WebhookDelivery['status'], string>;
