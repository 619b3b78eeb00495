import { createFigureWriter } from '@halyard/contract/format/figures';
import { TRANSACTION_TYPES } from '@halyard/contract/transactions';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { listQueue, listStages } from '#features/payments/payments.ts';
import { toPlainLine } from './plain-line.ts';

const FIGURES = createFigureWriter('en');
export const QUEUE_LENGTH_MAX = 200;

type Queued = Awaited<ReturnType<typeof listQueue>>[number];
type Stage = Awaited<ReturnType<typeof listStages>>[number];

export function euros(amount: Cents): string {
  return FIGURES.euros(toEuros(amount));
}

/** Returns one line of a transaction queue. */
export function describeQueued(queued: Queued): string {
  const { id, email, typeId, status, amountCents, createdAtMs, approvedBy, review } = queued;
  const type = TRANSACTION_TYPES[typeId as keyof typeof TRANSACTION_TYPES];
  const notes = [
    ...(approvedBy === null ? [] : [`approved by ${approvedBy}`]),
    ...(review === null ? [] : [`look: ${review}`]),
  ];
  const line = [
    id,
    new Date(createdAtMs).toISOString().slice(0, 16),
    status.padEnd(10),
    euros(amountCents).padStart(14),
    type,
    email,
    ...notes,
  ];
  return toPlainLine(line.join('  '));
}

/** Returns one line of a transaction's history. */
export function describeStage({ atMs, stage, actor, note }: Stage): string {
  const suffix = note === null ? '' : `: ${note}`;
  return toPlainLine(`  ${new Date(atMs).toISOString()}  ${stage}  ${actor}${suffix}`);
}
