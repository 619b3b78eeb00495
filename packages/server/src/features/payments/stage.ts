import type { TransactionStage } from '@halyard/contract/transactions';
import { TYPE } from './transaction.ts';
import type { Transaction } from './transaction.ts';

type Stages = Readonly<Record<Transaction['status'], TransactionStage>>;

const DEPOSIT_STAGES: Stages = {
  opening: 'being-booked',
  pending: 'deposit-waiting-for-you',
  processing: 'deposit-waiting-for-provider',
  approved: 'deposit-credited',
  failed: 'deposit-failed',
  cancelled: 'deposit-cancelled',
  'in-review': 'deposit-waiting-for-review',
  rejected: 'deposit-rejected',
};
const WITHDRAWAL_STAGES: Stages = {
  opening: 'being-booked',
  pending: 'withdrawal-waiting-for-us',
  processing: 'withdrawal-being-paid',
  approved: 'withdrawal-paid',
  failed: 'withdrawal-bounced',
  cancelled: 'withdrawal-cancelled',
  'in-review': 'withdrawal-waiting-for-us',
  rejected: 'withdrawal-rejected',
};

/** The methods outside every provider, whose deposits staff confirm. */
export const CONFIRMED_BY_STAFF: readonly number[] = [TYPE.bank, TYPE.alternative, TYPE.titan];
const GRANTS: ReadonlySet<number> = new Set([TYPE.bonus, TYPE.credit, TYPE.referralBonus]);

type Staged = Pick<Transaction, 'typeId' | 'status' | 'next' | 'cause' | 'approvedBy'>;

/** Returns who acts next, as shown to the customer. */
export function stageOf(transaction: Staged): TransactionStage {
  const { typeId, status, next, cause } = transaction;
  if (next !== null) return 'being-booked';
  if (cause === 'refund') return 'deposit-refunded';
  if (cause === 'charge-back') return 'deposit-charged-back';
  if (cause === 'return') return 'withdrawal-returned';
  if (cause === 'fee') return 'withdrawal-fee';
  if (isGrant(typeId)) return 'granted';
  if (typeId === TYPE.withdrawal) return withdrawalStage(transaction);
  if (status === 'pending' && isConfirmedByStaff(typeId)) return 'deposit-waiting-for-transfer';
  return DEPOSIT_STAGES[status];
}

function withdrawalStage({ status, approvedBy }: Staged): TransactionStage {
  if (status === 'pending' && approvedBy !== null) return 'withdrawal-waiting-for-second';
  return WITHDRAWAL_STAGES[status];
}

export function isConfirmedByStaff(typeId: number): boolean {
  return CONFIRMED_BY_STAFF.includes(typeId);
}

export function isGrant(typeId: number): boolean {
  return GRANTS.has(typeId);
}
