import { cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { NewNotification, Notifications } from '#features/notifications/notifications.ts';
import { isConfirmedByStaff, isGrant } from './stage.ts';
import { TYPE } from './transaction.ts';
import type { Transaction, TransactionStatus } from './transaction.ts';

type MoneyKind = Extract<NewNotification['kind'], `deposit-${string}` | `withdrawal-${string}`>;

const DEPOSIT_NOTICES: Partial<Record<TransactionStatus, MoneyKind>> = {
  approved: 'deposit-approved',
  failed: 'deposit-failed',
  'in-review': 'deposit-in-review',
  rejected: 'deposit-rejected',
};
/**
 * The notification kinds of withdrawals by status. A bounced payout is reported by the transaction
 * that returns the money.
 */
const WITHDRAWAL_NOTICES: Partial<Record<TransactionStatus, MoneyKind>> = {
  pending: 'withdrawal-requested',
  processing: 'withdrawal-approved',
  approved: 'withdrawal-paid',
  rejected: 'withdrawal-rejected',
  cancelled: 'withdrawal-cancelled',
};

/**
 * Notifies the customer of a transaction's status, once per status, and the operator if a person
 * must check it; in the caller's transaction.
 */
export async function notifyCustomer(
  deps: { readonly notifications: Pick<Notifications, 'notify' | 'notifyOperator'> },
  db: Kysely<object>,
  transaction: Transaction,
): Promise<void> {
  const { id, customerId, status, amountCents, review } = transaction;
  if (review !== null) {
    const text = `Transaction ${id} waits for a person: ${review}. See halyard deposit show ${id}.`;
    const subject = `Look at ${id}: ${review}`;
    await deps.notifications.notifyOperator(db, {
      key: `transaction:${id}:${review}`,
      subject,
      text,
    });
  }
  const kind = noticeOf(transaction);
  if (kind === undefined || transaction.next !== null) return;
  await deps.notifications.notify(db, {
    customerId,
    kind,
    facts: { transactionId: id, amountCents: cents(Math.abs(amountCents)) },
    key: `transaction:${id}:${status}`,
  });
}

function noticeOf({ typeId, status, cause }: Transaction): MoneyKind | undefined {
  if (cause === 'fee' || isGrant(typeId)) return undefined;
  if (cause === 'return') return status === 'approved' ? 'withdrawal-returned' : undefined;
  if (cause !== null) return status === 'approved' ? 'deposit-reversed' : undefined;
  if (typeId === TYPE.withdrawal) return WITHDRAWAL_NOTICES[status];
  if (status === 'pending') return isConfirmedByStaff(typeId) ? 'deposit-requested' : undefined;
  return DEPOSIT_NOTICES[status];
}
