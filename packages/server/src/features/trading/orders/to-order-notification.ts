import { orderReasonGroup } from '@halyard/contract/orders';
import { points, toRate } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { AccountNotice } from '#engine/engine.ts';
import type { NewNotification } from '#features/notifications/notifications.ts';

type OrderNotice = Extract<AccountNotice, { kind: 'order-ended' }>;

/**
 * Returns the facts of a notification about an order that ended; `decimals` are those of its
 * symbol.
 */
export function toOrderNotification(
  { accountId: customerId, atMs, facts }: OrderNotice,
  sequence: number,
  decimals: number,
): NewNotification {
  const { symbol, kind, direction, orderId, amountCents, leverage, outcome, positionId } = facts;
  const recipient = { customerId, key: `account-notice:${sequence}` };
  const order = {
    symbol,
    order: `${kind}-order` as const,
    direction,
    orderId,
    amountCents: cents(amountCents),
    leverage,
    rate: toRate(points(facts.points), decimals).toFixed(decimals),
    atMs,
  };
  const reason = orderReasonGroup(facts.reason ?? '');
  switch (outcome) {
    case 'filled':
      return {
        ...recipient,
        kind: 'order-filled',
        facts: { ...order, positionId: positionId ?? 0 },
      };
    case 'expired':
      return { ...recipient, kind: 'order-expired', facts: order };
    case 'cancelled':
      return { ...recipient, kind: 'order-cancelled', facts: { ...order, reason } };
    case 'rejected':
      return { ...recipient, kind: 'order-rejected', facts: { ...order, reason } };
  }
}
