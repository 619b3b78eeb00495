import { assert } from '@halyard/core/assertion';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { recordAudit } from '#platform/audit/audit.ts';
import { finishStep } from './finish-step.ts';
import type { Finished, StepDeps } from './finish-step.ts';
import { TYPE } from './transaction.ts';
import type { TypeId } from './transaction.ts';
import { findTransaction, insertTransaction } from './transaction-store.ts';

/** What the house books to a customer by its own will. */
export type Grant = {
  readonly kind: 'manual-deposit' | 'bonus' | 'referral-bonus' | 'credit';
  readonly customerId: number;
  readonly amountCents: Cents;
  /** At most one transaction with this id is ever booked. */
  readonly transactionId: string;
  readonly actor: string;
  readonly reason: string;
};

const TYPES: Readonly<Record<Grant['kind'], TypeId>> = {
  'manual-deposit': TYPE.manualDeposit,
  bonus: TYPE.bonus,
  'referral-bonus': TYPE.referralBonus,
  credit: TYPE.credit,
};
const ACTIONS = {
  'manual-deposit': 'deposit.manual',
  bonus: 'grant.bonus',
  'referral-bonus': 'grant.referral-bonus',
  credit: 'grant.credit',
} as const satisfies Record<Grant['kind'], string>;

/**
 * Books money that came outside every provider to a customer's cash, or a bonus or credit to what
 * they may trade with but not withdraw. Sent again with the same id and amount it books nothing
 * more; with another amount it is refused as duplicate-id. Refuses amount-too-large: more than an
 * account holds; then there is no transaction.
 */
export async function grant(deps: StepDeps, granted: Grant): Promise<Finished> {
  const { kind, customerId, amountCents, transactionId: id, actor, reason } = granted;
  assert(amountCents > 0, 'what is granted is above zero');
  const typeId = TYPES[kind];
  const atMs = deps.clock.nowMs();
  const inserted = await deps.db.kysely.transaction().execute(async (db) => {
    const row = await insertTransaction(
      db,
      {
        id,
        customerId,
        typeId,
        status: 'opening',
        amountCents,
        next: { step: 'credit', data: { to: 'approved', actor, note: reason } },
      },
      { atMs, actor, note: reason },
    );
    if (row === undefined) return undefined;
    await recordAudit(db, atMs, {
      actor,
      action: ACTIONS[kind],
      subject: `customer:${customerId}`,
      reason,
      after: { transactionId: id, type: typeId, amount: toEuros(amountCents) },
    });
    return row;
  });
  const transaction = inserted ?? (await findTransaction(deps.db.kysely, id));
  const isSame =
    transaction?.customerId === customerId &&
    transaction.typeId === typeId &&
    transaction.amountCents === amountCents;
  if (!isSame) return { kind: 'refused', refusal: { code: 'duplicate-id', facts: {} } };
  return await finishStep(deps, transaction);
}
