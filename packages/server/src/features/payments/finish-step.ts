import { assert } from '@halyard/core/assertion';
import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { EngineClient, Outcome } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { completeStep } from './complete-step.ts';
import type { EndDeps } from './end-withdrawal.ts';
import { putInReview } from './put-in-review.ts';
import { stepCommandOf } from './step-command.ts';
import { stopWithdrawal } from './stop-withdrawal.ts';
import type { NextStep, Transaction } from './transaction.ts';
import { deleteUnopened } from './transaction-store.ts';

export type StepDeps = EndDeps & {
  readonly db: Database;
  readonly engine: EngineClient;
  readonly clock: Clock;
  readonly customers: Pick<Customers, 'changeTerms'>;
  readonly notifications: Pick<Notifications, 'notify' | 'notifyOperator'>;
};

export type EngineRejection = Extract<Outcome, { kind: 'refused' }>['rejection'];

export type Finished =
  | { readonly kind: 'done'; readonly transaction: Transaction }
  /** The engine rejected the booking; nothing moved. */
  | { readonly kind: 'refused'; readonly rejection: EngineRejection }
  /** The engine did not pay or release a withdrawal; the step is dropped. */
  | {
      readonly kind: 'stopped';
      readonly transaction: Transaction;
      readonly rejection: EngineRejection;
    };

/**
 * Books the row's pending step in the engine, then writes the consequences, until nothing is
 * pending. Each half can be repeated by anyone: the engine books a key once, and the row is
 * completed once. Throws an Outage; the recovery then completes the row.
 */
export async function finishStep(deps: StepDeps, transaction: Transaction): Promise<Finished> {
  let current = transaction;
  while (current.next !== null) {
    const { next } = current;
    const rejection = await book(deps, current, next);
    if (rejection === undefined) {
      current = await completeStep(deps, current.id, next);
    } else if (isMoneyOfOthers(current, next, rejection)) {
      current = await putInReview(deps, current.id, `the engine refused it: ${rejection.code}`);
    } else if (next.step === 'pay' || next.step === 'release') {
      const stopped = await stopWithdrawal(deps, current.id, { next, rejection });
      return { kind: 'stopped', transaction: stopped, rejection };
    } else {
      // A row without a booking is deleted: without a hold there is no withdrawal, and without a
      // booking no bonus.
      if (current.status === 'opening') await deleteUnopened(deps.db.kysely, current.id);
      return { kind: 'refused', rejection };
    }
  }
  return { kind: 'done', transaction: current };
}

/**
 * Returns whether the money came from outside: a deposit has arrived, whether the account has room
 * for it or not, so a person decides.
 */
function isMoneyOfOthers(
  { status }: Transaction,
  { step }: NextStep,
  { code }: EngineRejection,
): boolean {
  return step === 'credit' && status !== 'opening' && code !== 'not-found';
}

/** Like `finishStep`, for steps whose rejection would mean that the books are wrong. */
export async function mustFinishStep(
  deps: StepDeps,
  transaction: Transaction,
): Promise<Transaction> {
  const finished = await finishStep(deps, transaction);
  assert(finished.kind === 'done', `the step of ${transaction.id} can be booked`);
  return finished.transaction;
}

async function book(
  deps: StepDeps,
  transaction: Transaction,
  next: NextStep,
): Promise<EngineRejection | undefined> {
  if (next.step === 'restrict') {
    await restrict(deps, transaction, next);
    return undefined;
  }
  const { requestId, command } = stepCommandOf(transaction, next, deps.clock.nowMs());
  const outcome = await deps.engine.submit(requestId, command);
  return outcome.kind === 'refused' ? outcome.rejection : undefined;
}

/** Makes the account close-only after a charge-back; a blocked account stays blocked. */
async function restrict(
  deps: StepDeps,
  { id, customerId }: Transaction,
  { data }: NextStep,
): Promise<void> {
  await deps.customers.changeTerms({
    customerId,
    change: ({ status }) => (status === 'active' ? { status: 'close-only' } : {}),
    by: { actor: data.actor, action: 'customer.close-only', reason: `charge-back ${id}` },
  });
}
