// The terms that a customer sees before a withdrawal: minimum, fee, and how much is returned to the
// origin of their money. The money-laundering policy requires staff to pay in this order.
import type { WithdrawalTerms } from '@halyard/contract/transactions';
import { addCents, cents, toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import { TYPE } from '../transaction.ts';

/** The methods that can receive money, in order; everything else is paid to a bank account. */
const RETURNABLE: readonly number[] = [TYPE.card, TYPE.alternative, TYPE.titan];
const WITHDRAWN: readonly number[] = [TYPE.withdrawal, TYPE.withdrawalFee, TYPE.withdrawalReturned];

/** The sum of a customer's transactions of a kind; negative when money left. */
export type MovedMoney = {
  readonly typeId: number;
  readonly provider: string | null;
  readonly totalCents: number;
};

export type TermsDeps = {
  readonly db: Database;
  readonly settings: { readonly withdrawalFeeCents: Cents };
};

export async function viewWithdrawalTerms(
  { db, settings }: TermsDeps,
  customerId: number,
): Promise<WithdrawalTerms> {
  const feeCents = settings.withdrawalFeeCents;
  const sources = leftSources(await listMoved(db.kysely, customerId));
  return {
    minimum: toEuros(addCents(feeCents, cents(1))),
    fee: toEuros(feeCents),
    sources: sources.map(({ typeId, provider, totalCents }) => ({
      type_id: typeId,
      provider,
      amount: toEuros(cents(totalCents)),
    })),
  };
}

/**
 * Returns what remains of each source after its returns and earlier withdrawals, which went to the
 * sources in the same order. Empty ones are omitted.
 */
export function leftSources(moved: readonly MovedMoney[]): readonly MovedMoney[] {
  let withdrawnCents = moved
    .filter(({ typeId }) => WITHDRAWN.includes(typeId))
    .reduce((sum, { totalCents }) => sum - totalCents, 0);
  return RETURNABLE.flatMap((typeId) => moved.filter((one) => one.typeId === typeId)).flatMap(
    (source) => {
      const given = Math.max(0, source.totalCents);
      const taken = Math.min(given, Math.max(0, withdrawnCents));
      withdrawnCents -= taken;
      return given > taken ? [{ ...source, totalCents: given - taken }] : [];
    },
  );
}

/** Returns the sums by type and provider, including pending withdrawals. */
async function listMoved(db: Kysely<object>, customerId: number): Promise<readonly MovedMoney[]> {
  const { rows } = await sql<{ type_id: number; provider: string | null; total_cents: number }>`
    select type_id, provider, sum(amount_cents)::bigint as total_cents
    from transactions
    where customer_id = ${customerId} and (
      status = 'approved'
      or type_id = any(${[...WITHDRAWN]}) and status in ('opening', 'pending', 'processing')
    )
    group by type_id, provider order by type_id, provider`.execute(db);
  return rows.map((row) => ({
    typeId: row.type_id,
    provider: row.provider,
    totalCents: row.total_cents,
  }));
}
