import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@halyard/contract/transactions';
import type { Transaction as WireTransaction } from '@halyard/contract/transactions';
import { toEuros } from '@halyard/core/money';
import { stageOf } from './stage.ts';
import type { Transaction } from './transaction.ts';

export function toWireTransaction(transaction: Transaction): WireTransaction {
  const { status } = transaction;
  return {
    transaction_id: transaction.id,
    transaction_type: TRANSACTION_TYPES[transaction.typeId],
    transaction_type_id: transaction.typeId,
    transaction_status: TRANSACTION_STATUSES[status === 'opening' ? 'pending' : status],
    amount: toEuros(transaction.amountCents),
    created_at: new Date(transaction.createdAtMs).toISOString(),
    method_id: transaction.methodId,
    stage: stageOf(transaction),
    original_id: transaction.originalId,
  };
}
