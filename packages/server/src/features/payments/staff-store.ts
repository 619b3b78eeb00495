// What staff read of payments: queues of transactions, a transaction's history, and the origin of a
// customer's money.
import type { TransactionStage } from '@halyard/contract/transactions';
import { assertPresent } from '@halyard/core/assertion';
import type { Cents } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';

export type QueuedTransaction = {
  readonly id: string;
  readonly email: string;
  readonly typeId: number;
  readonly status: string;
  readonly amountCents: Cents;
  readonly createdAtMs: number;
  readonly approvedBy: string | null;
  readonly review: string | null;
};

/** Returns the transactions that wait for someone, those that have waited longest first. */
export async function listQueue(
  db: Kysely<object>,
  queue: { readonly typeIds: readonly number[]; readonly status?: string; readonly limit: number },
): Promise<readonly QueuedTransaction[]> {
  const ofStatus =
    queue.status === undefined
      ? sql`(t.status in ('pending', 'processing', 'in-review') or t.review is not null)`
      : sql`t.status = ${queue.status}`;
  const { rows } = await sql<{
    id: string;
    email: string | null;
    type_id: number;
    status: string;
    amount_cents: Cents;
    created_at: Date;
    approved_by: string | null;
    review: string | null;
  }>`
    select t.id, c.email, t.type_id, t.status, t.amount_cents, t.created_at, t.approved_by, t.review
    from transactions t left join customers c on c.id = t.customer_id
    where t.type_id = any(${[...queue.typeIds]}) and ${ofStatus}
    order by t.number limit ${queue.limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    email: row.email ?? '?',
    typeId: row.type_id,
    status: row.status,
    amountCents: row.amount_cents,
    createdAtMs: row.created_at.getTime(),
    approvedBy: row.approved_by,
    review: row.review,
  }));
}

export type StoredStage = {
  readonly atMs: number;
  readonly stage: TransactionStage;
  readonly actor: string;
  readonly note: string | null;
  /** The evidence of the stage, without secrets. */
  readonly evidence: Readonly<Record<string, unknown>> | null;
};

/** Returns the history of a transaction, in order. */
export async function listStages(
  db: Kysely<object>,
  transactionId: string,
): Promise<readonly StoredStage[]> {
  const { rows } = await sql<Omit<StoredStage, 'atMs'> & { at: Date }>`
    select at, stage, actor, note, evidence from transaction_stages
    where transaction_id = ${transactionId} order by line`.execute(db);
  return rows.map(({ at, ...rest }) => ({ atMs: at.getTime(), ...rest }));
}

export type MoneySource = {
  readonly typeId: number;
  readonly provider: string | null;
  readonly count: number;
  readonly totalCents: Cents;
};

/** Returns the sums of a customer's approved transactions, by type and provider. */
export async function listSources(
  db: Kysely<object>,
  customerId: number,
): Promise<readonly MoneySource[]> {
  const { rows } = await sql<{
    type_id: number;
    provider: string | null;
    count: number;
    total_cents: Cents;
  }>`
    select type_id, provider, count(*) as count, sum(amount_cents)::bigint as total_cents
    from transactions where customer_id = ${customerId} and status = 'approved'
    group by type_id, provider order by type_id, provider`.execute(db);
  return rows.map((row) => ({
    typeId: row.type_id,
    provider: row.provider,
    count: row.count,
    totalCents: row.total_cents,
  }));
}

export type DestinationUse = { readonly paid: number; readonly firstRequestedAtMs: number };

/**
 * Returns how often other withdrawals of the same customer were paid to this one's destination.
 * Spaces and the case of letters don't distinguish destinations.
 */
export async function findDestinationUse(
  db: Kysely<object>,
  transactionId: string,
): Promise<DestinationUse> {
  const { rows } = await sql<{ paid: number; first_requested_at: Date }>`
    select count(*) filter (where o.status = 'approved' and o.id <> t.id)::int as paid,
      min(o.created_at) as first_requested_at
    from transactions t join transactions o
      on o.customer_id = t.customer_id and o.type_id = t.type_id and o.status <> 'opening'
        and ${plainDestination('o')} = ${plainDestination('t')}
    where t.id = ${transactionId}`.execute(db);
  const use = assertPresent(rows[0], 'an aggregate has a row');
  return {
    paid: use.paid,
    firstRequestedAtMs: use.first_requested_at.getTime(),
  };
}

function plainDestination(table: 'o' | 't'): RawBuilder<string> {
  return sql`upper(regexp_replace(coalesce(${sql.ref(`${table}.comments`)}, ''), '\\s', '', 'g'))`;
}

/** Returns a customer's debt for reversed deposits, in cents. */
export async function sumDebt(db: Kysely<object>, customerId: number): Promise<Cents> {
  const { rows } = await sql<{ owed_cents: Cents }>`
    select coalesce(-sum(amount_cents), 0)::bigint as owed_cents from ledger_entries
    where customer_id = ${customerId} and account = 'customer:debt'`.execute(db);
  return rows[0]?.owed_cents ?? (0 as Cents);
}
