import type { Rejection } from '@halyard/contract/rejections';
import { TRANSACTION_TABS } from '@halyard/contract/transactions';
import { cents, toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { ClientLimits } from '#features/client-limits/client-limits.ts';
import { sumDeposits } from './deposit-sum-store.ts';
import { lockCustomerTransactions } from '../transaction-store.ts';

export type CapsDeps = {
  readonly clientLimits: Pick<ClientLimits, 'checkDeposit'>;
  readonly settings: {
    /** The maximum deposits of a customer before verification. */
    readonly unverifiedDepositMaxCents: Cents;
  };
};

export type CappedDeposit = {
  readonly customerId: number;
  readonly amountCents: Cents;
  readonly isVerified: boolean;
  /** The deposit's own id, if it has a row, which is excluded from the sum. */
  readonly id?: string;
  readonly atMs: number;
};

const OPEN_DEPOSITS_MAX = 20;

/**
 * Returns why the customer can't make this deposit in addition to all earlier and pending ones.
 * Locks the customer's deposits until the caller's transaction ends. Rejects in this order:
 * too-many-transactions (for a deposit without a row), deposit-unverified-maximum, and the client
 * limits: self-excluded, time-out, deposit-limit.
 */
export async function checkCaps(
  deps: CapsDeps,
  db: Kysely<object>,
  { customerId, amountCents, isVerified, id, atMs }: CappedDeposit,
): Promise<Rejection | undefined> {
  await lockCustomerTransactions(db, customerId);
  const typeIds = TRANSACTION_TABS.deposits;
  const sum = await sumDeposits(db, { customerId, typeIds, except: id });
  if (id === undefined && sum.openIds.length >= OPEN_DEPOSITS_MAX) {
    return { code: 'too-many-transactions', facts: { maximum: OPEN_DEPOSITS_MAX } };
  }
  const capCents = isVerified ? undefined : deps.settings.unverifiedDepositMaxCents;
  if (capCents !== undefined && sum.cents + amountCents > capCents) {
    const maximum = toEuros(cents(Math.max(0, capCents - sum.cents)));
    return { code: 'deposit-unverified-maximum', facts: { maximum } };
  }
  const pending = { amountCents: cents(sum.openCents), references: sum.openIds };
  return await deps.clientLimits.checkDeposit(db, { customerId, amountCents, pending, atMs });
}
