import { assert } from '@halyard/core/assertion';
import { createPosting } from '@halyard/core/ledger';
import { negateCents, toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Engine, Outcome } from '#engine/engine.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';

/** The wire's id of a manual deposit among the transaction types. */
const MANUAL_DEPOSIT_TYPE = 11;

export type ManualDeposit = {
  readonly customerId: number;
  readonly amountCents: Cents;
  /** At most one deposit with this id is ever booked. */
  readonly transactionId: string;
  readonly actor: string;
  readonly reason: string;
};

/**
 * Books money that came outside every provider to a customer's cash. Sent again with the same id
 * and amount it books nothing more; with another amount it is refused as duplicate-id.
 */
export async function depositManually(
  deps: { readonly db: Database; readonly engine: Engine; readonly clock: Clock },
  deposit: ManualDeposit,
): Promise<Outcome> {
  const { customerId, amountCents, transactionId } = deposit;
  assert(amountCents > 0, 'a deposit is above zero');
  const atMs = deps.clock.nowMs();
  // Before the deed: a crash between leaves a record without a deed, never the reverse.
  await recordAudit(deps.db.kysely, atMs, {
    actor: deposit.actor,
    action: 'deposit.manual',
    subject: `customer:${customerId}`,
    reason: deposit.reason,
    after: { transactionId, type: MANUAL_DEPOSIT_TYPE, amount: toEuros(amountCents) },
  });
  const uniqueKey = `deposit:${transactionId}`;
  return await deps.engine.submit(uniqueKey, {
    kind: 'post-funds',
    accountId: customerId,
    atMs,
    posting: createPosting({
      kind: 'deposit',
      reference: transactionId,
      uniqueKey,
      atMs,
      entries: [
        { account: 'customer:cash', customerId, amountCents },
        { account: 'house:bank', customerId: null, amountCents: negateCents(amountCents) },
      ],
    }),
  });
}
