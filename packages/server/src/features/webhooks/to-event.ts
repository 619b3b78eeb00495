// Converts notifications to events for programs, in the format of the public API.
import type { AccountKind } from '@halyard/contract/practice/practice';
import { toAccountId } from '@halyard/contract/v1/atoms';
import type { OperatorWebhookEvent } from '@halyard/contract/v1/webhooks';
import type { NewNotification } from '#features/notifications/notifications.ts';

type Data = Readonly<Record<string, string | number | null>>;
export type WebhookContent = { readonly type: OperatorWebhookEvent; readonly data: Data };

const ORDER_EVENTS = {
  'order-filled': 'order.filled',
  'order-cancelled': 'order.cancelled',
  'order-expired': 'order.expired',
  'order-rejected': 'order.rejected',
} as const;
const CLOSE_REASONS = {
  'stop-filled': 'stop-loss',
  'target-filled': 'take-profit',
  'position-closed-by-broker': 'broker',
  'position-terminated': 'stop-out',
  'position-closed-out': 'margin-close-out',
} as const;
const MONEY_EVENTS = {
  'deposit-requested': 'deposit.requested',
  'deposit-in-review': 'deposit.in_review',
  'deposit-approved': 'deposit.completed',
  'withdrawal-requested': 'withdrawal.requested',
  'withdrawal-paid': 'withdrawal.paid',
} as const;

/** Returns the event of a notification; undefined for kinds that programs do not receive. */
export function toEvent(
  notification: NewNotification,
  environment: AccountKind,
): WebhookContent | undefined {
  const account_id = toAccountId(environment, notification.customerId);
  if (isOneOf(ORDER_EVENTS, notification)) {
    const filled =
      notification.kind === 'order-filled'
        ? { position_id: String(notification.facts.positionId) }
        : {};
    const data = { account_id, ...toOrder(notification.facts), ...filled };
    return { type: ORDER_EVENTS[notification.kind], data };
  }
  if (isOneOf(CLOSE_REASONS, notification)) {
    const data = {
      account_id,
      ...toClose(notification.facts),
      reason: CLOSE_REASONS[notification.kind],
    };
    return { type: 'position.closed', data };
  }
  if (isOneOf(MONEY_EVENTS, notification)) {
    const data = { account_id, ...toMovement(notification.facts) };
    return { type: MONEY_EVENTS[notification.kind], data };
  }
  if (notification.kind !== 'margin-warning') return undefined;
  const { levelPercent, thresholdPercent, limitPercent, atMs } = notification.facts;
  const data = {
    account_id,
    margin_level_percent: levelPercent.toFixed(2),
    warning_level_percent: String(thresholdPercent),
    close_out_level_percent: String(limitPercent),
    at: toTime(atMs),
  };
  return { type: 'margin.warning', data };
}

function isOneOf<const Kinds extends object>(
  kinds: Kinds,
  notification: NewNotification,
): notification is Extract<NewNotification, { kind: keyof Kinds }> {
  return Object.hasOwn(kinds, notification.kind);
}

type OrderFacts = Extract<NewNotification, { kind: 'order-expired' }>['facts'];
type ClosedFacts = Extract<NewNotification, { kind: 'stop-filled' }>['facts'];
type MoneyFacts = Extract<NewNotification, { kind: 'deposit-approved' }>['facts'];

function toOrder(facts: OrderFacts): Data {
  return {
    order_id: String(facts.orderId),
    type: facts.order.replace('-order', ''),
    symbol: facts.symbol,
    side: facts.direction,
    margin: toAmount(facts.amountCents),
    leverage: facts.leverage,
    price: facts.rate,
    at: toTime(facts.atMs),
  };
}

function toClose(facts: ClosedFacts): Data {
  return {
    position_id: String(facts.positionId),
    symbol: facts.symbol,
    side: facts.direction,
    margin: toAmount(facts.amountCents),
    leverage: facts.leverage,
    close_price: facts.rate,
    profit: toAmount(facts.profitCents),
    at: toTime(facts.atMs),
  };
}

function toMovement({ transactionId, amountCents }: MoneyFacts): Data {
  return { transaction_id: transactionId, amount: toAmount(amountCents) };
}

function toAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

function toTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
