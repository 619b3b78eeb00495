import type { Rejection } from '@halyard/contract/rejections';
import { assert, assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import type { Approvals, Waiting } from '#features/approvals/approvals.ts';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { recordAudit } from '#platform/audit/audit.ts';
import { finishStep } from './finish-step.ts';
import type { Finished, StepDeps } from './finish-step.ts';
import { TYPE } from './transaction.ts';
import type { Transaction, TypeId } from './transaction.ts';
import { findTransaction, insertTransaction } from './transaction-store.ts';

/** A booking that the broker makes to a customer voluntarily. */
export type Grant = {
  readonly kind: 'manual-deposit' | 'bonus' | 'referral-bonus' | 'credit';
  readonly customerId: number;
  readonly amountCents: Cents;
  /** The id of the transaction; at most one with this id is booked. */
  readonly transactionId: string;
  readonly actor: string;
  readonly reason: string;
};

/** The actor of bookings by the program, such as the demo customer's deposit. */
const SYSTEM = 'system';

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

export type Granted =
  | Finished
  /** Two people must approve the booking and have not: nothing is booked yet. */
  | Waiting
  /** The actor can't book it, or not alone. */
  | { readonly kind: 'not-approved'; readonly rejection: Rejection };

export type GrantDeps = StepDeps & {
  readonly approvals: Pick<Approvals, 'judge' | 'withdraw'>;
  readonly settings: { readonly unverifiedDepositMaxCents: Cents };
};

/**
 * Books money that came outside every provider to a customer's cash, or a bonus or credit that can
 * be traded but not withdrawn. Repeated with the same id and amount it books nothing more; with
 * another amount it is rejected as duplicate-id. Rejects with amount-too-large, without leaving a
 * transaction. An unverified customer gets no bonus or credit, and above their deposit limit a
 * manual deposit needs two approvals.
 */
export async function grant(deps: GrantDeps, granted: Grant): Promise<Granted> {
  const { customerId, amountCents, transactionId: id } = granted;
  assert(amountCents > 0, 'a bonus or credit is above zero');
  const account = await deps.engine.account(customerId);
  const isVerified = account?.terms.isVerified === true;
  const begun = await deps.db.kysely
    .transaction()
    .execute(async (db) => await begin(deps, db, { granted, isVerified }));
  if ('kind' in begun) return begun;
  const { transaction } = begun;
  const isSame =
    transaction.customerId === customerId &&
    transaction.typeId === TYPES[granted.kind] &&
    transaction.amountCents === amountCents;
  if (!isSame) return { kind: 'refused', rejection: { code: 'duplicate-id', facts: {} } };
  const finished = await finishStep(deps, transaction);
  // Nothing was booked, so a new attempt is judged again.
  if (finished.kind === 'refused') {
    await deps.approvals.withdraw(deps.db.kysely, { action: granted.kind, target: id });
  }
  return finished;
}

type Wanted = { readonly granted: Grant; readonly isVerified: boolean };
type Begun =
  | { readonly transaction: Transaction }
  | Extract<Granted, { kind: 'waiting' | 'not-approved' }>;

async function begin(
  deps: GrantDeps,
  db: Kysely<object>,
  { granted, isVerified }: Wanted,
): Promise<Begun> {
  const { kind, customerId, amountCents, transactionId: id, actor, reason } = granted;
  const known = await findTransaction(db, id);
  if (known !== undefined) return { transaction: known };
  const isByPerson = actor !== SYSTEM;
  if (isByPerson && !isVerified && kind !== 'manual-deposit') {
    return { kind: 'not-approved', rejection: { code: 'not-verified' } };
  }
  const content = { customerId, amountCents };
  const about = { action: kind, target: id, customerId, amountCents, content };
  const limit = isVerified ? {} : { limitCents: deps.settings.unverifiedDepositMaxCents };
  const approval = await deps.approvals.judge(db, { ...about, actor, reason, ...limit });
  if (approval.kind === 'refused') return { kind: 'not-approved', rejection: approval.rejection };
  const atMs = deps.clock.nowMs();
  const typeId = TYPES[kind];
  const record = async (action: string, facts: Readonly<Record<string, unknown>>) => {
    const after = { transactionId: id, type: typeId, amount: toEuros(amountCents), ...facts };
    const subject = `customer:${customerId}`;
    await recordAudit(db, atMs, { actor, action, subject, reason, after });
  };
  if (approval.kind === 'waiting') {
    await record(`${ACTIONS[kind]}-${approval.step}`, {});
    return approval;
  }
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
  // Another caller with the same id was first.
  if (row === undefined) {
    return { transaction: assertPresent(await findTransaction(db, id), `${id} is there`) };
  }
  await record(ACTIONS[kind], { approvedBy: approval.by });
  return { transaction: row };
}
