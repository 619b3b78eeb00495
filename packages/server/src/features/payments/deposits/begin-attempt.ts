import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import { checkCaps } from './deposit-caps.ts';
import type { CapsDeps } from './deposit-caps.ts';
import type { StepDeps } from '../finish-step.ts';
import type { Transaction } from '../transaction.ts';
import { lockTransaction, updateTransaction } from '../transaction-store.ts';

export type Attempt = {
  readonly transactionId: string;
  readonly customerId: number;
  readonly provider: string;
  /**
   * Writes in the transaction that marks the deposit as sent, so that a crash leaves both or
   * neither.
   */
  readonly alsoWrite?: (db: Kysely<object>, transaction: Transaction) => Promise<void>;
};

export type Begun =
  /** Only this call may send the payment to the provider. */
  | { readonly kind: 'begun'; readonly transaction: Transaction }
  /** The payment was sent before and must not be sent again. */
  | { readonly kind: 'begun-before'; readonly transaction: Transaction }
  /** The customer's limits have decreased since the request. */
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  /** The customer has no payable deposit of this id with this provider. */
  | { readonly kind: 'not-found' };

/**
 * Marks a deposit as sent before the provider is called: no provider offers an idempotency key, so
 * each transaction has one attempt.
 */
export async function beginAttempt(
  deps: Pick<StepDeps, 'db' | 'clock' | 'engine'> & CapsDeps,
  attempt: Attempt,
): Promise<Begun> {
  const account = await deps.engine.account(attempt.customerId);
  const isVerified = account?.terms.isVerified === true;
  return await deps.db.kysely.transaction().execute(async (db): Promise<Begun> => {
    const { transactionId: id, customerId, provider } = attempt;
    const transaction = await lockTransaction(db, id);
    if (transaction?.customerId !== customerId || transaction.provider !== provider) {
      return { kind: 'not-found' };
    }
    if (transaction.attempt > 0) return { kind: 'begun-before', transaction };
    if (transaction.status !== 'pending' || transaction.next !== null) return { kind: 'not-found' };
    const { amountCents } = transaction;
    const atMs = deps.clock.nowMs();
    const rejection = await checkCaps(deps, db, { id, customerId, amountCents, isVerified, atMs });
    if (rejection !== undefined) return { kind: 'refused', rejection };
    const change = { attempt: 1, status: 'processing' } as const;
    const entry = { atMs, actor: `customer:${customerId}` };
    const begun = await updateTransaction(db, { id, change }, entry);
    await attempt.alsoWrite?.(db, begun);
    return { kind: 'begun', transaction: begun };
  });
}
