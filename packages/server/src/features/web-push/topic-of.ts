import type { PushTopic } from '@halyard/contract/web-push/web-push';
import { HOUR_MS } from '@halyard/core/time';
import type { NewNotification } from '#features/notifications/notifications.ts';

/** The topic of each kind of notification that is pushed; the others are only listed and mailed. */
const TOPICS: Readonly<Partial<Record<NewNotification['kind'], PushTopic>>> = {
  'order-filled': 'orders',
  'order-expired': 'orders',
  'order-cancelled': 'orders',
  'order-rejected': 'orders',
  'stop-filled': 'closes',
  'target-filled': 'closes',
  'position-closed-by-broker': 'closes',
  'position-terminated': 'closes',
  'position-closed-out': 'closes',
  'auto-trade-closed': 'closes',
  'margin-warning': 'margin',
  'price-alert': 'alerts',
  'deposit-approved': 'money',
  'deposit-failed': 'money',
  'deposit-rejected': 'money',
  'deposit-reversed': 'money',
  'withdrawal-approved': 'money',
  'withdrawal-paid': 'money',
  'withdrawal-rejected': 'money',
  'withdrawal-cancelled-loss': 'money',
  'withdrawal-cancelled-reversal': 'money',
  'withdrawal-returned': 'money',
  'new-device': 'security',
  'password-changed': 'security',
  'second-factor-added': 'security',
  'second-factor-removed': 'security',
  'second-factor-guessed': 'security',
  'recovery-code-used': 'security',
  'recovery-codes-renewed': 'security',
  'api-key-created': 'security',
  'api-key-new-network': 'security',
  'api-key-refused': 'security',
  'api-key-revoked': 'security',
  'webhook-created': 'security',
  'webhook-secret-rotated': 'security',
  'email-changed': 'security',
  'profile-changed': 'security',
  'auto-login-used': 'security',
};

export function topicOf(kind: NewNotification['kind']): PushTopic | undefined {
  return TOPICS[kind];
}

type Delivery = {
  /** How long the push service keeps a message for a device that is off. */
  readonly lifeMs: number;
  /** How urgently a device that saves power is woken (RFC 8030, 5.3). */
  readonly urgency: 'normal' | 'high';
};

/** A price alert or margin warning of yesterday is of no use today. */
const PASSING: Delivery = { lifeMs: 4 * HOUR_MS, urgency: 'high' };
const LASTING: Delivery = { lifeMs: 24 * HOUR_MS, urgency: 'normal' };

export function deliveryOf(topic: PushTopic): Delivery {
  return topic === 'margin' || topic === 'alerts' ? PASSING : LASTING;
}
