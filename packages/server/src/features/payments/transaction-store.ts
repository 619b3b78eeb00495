import type { Cents } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import { TYPE } from './transaction.ts';
import type { Cause, NewTransaction, Step, StepData, Transaction, TypeId } from './transaction.ts';
import { addStage } from './stage-store.ts';
import type { StageEntry } from './stage-store.ts';

type TransactionsTable = Narrow<
  'transactions',
  {
    type_id: TypeId;
    status: Transaction['status'];
    amount_cents: Cents;
    requested_cents: Cents;
    cause: Cause;
    step: Step;
    step_data: StepData;
  }
>;
type TransactionTables = { transactions: TransactionsTable };

/** The columns of a transaction that can change. */
export type TransactionChange = Partial<
  Pick<
    Transaction,
    | 'status'
    | 'providerReference'
    | 'attempt'
    | 'amountCents'
    | 'approvedBy'
    | 'review'
    | 'next'
    | 'settledAtMs'
  >
>;

/**
 * Locks the customer's transactions until the caller's transaction ends: two concurrent requests
 * must not both pass a limit.
 */
export async function lockCustomerTransactions(
  db: Kysely<object>,
  customerId: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transactions:${customerId}`}, 0))`.execute(
    db,
  );
}

/** Inserts a transaction; undefined if the id, or the customer's request id, is in use. */
export async function insertTransaction(
  db: Kysely<object>,
  transaction: NewTransaction,
  entry: StageEntry,
): Promise<Transaction | undefined> {
  const { next } = transaction;
  const at = new Date(entry.atMs);
  const row = await tables(db)
    .insertInto('transactions')
    .values({
      id: transaction.id,
      customer_id: transaction.customerId,
      type_id: transaction.typeId,
      status: transaction.status,
      method_id: transaction.methodId ?? null,
      provider: transaction.provider ?? null,
      provider_reference: transaction.providerReference ?? null,
      amount_cents: transaction.amountCents,
      requested_cents: transaction.requestedCents ?? transaction.amountCents,
      original_id: transaction.originalId ?? null,
      cause: transaction.cause ?? null,
      comments: transaction.comments ?? null,
      request_id: transaction.requestId ?? null,
      request_hash: transaction.requestHash ?? null,
      step: next?.step ?? null,
      step_data: toJson(next?.data),
      created_at: at,
      updated_at: at,
      settled_at: toDate(transaction.settledAtMs ?? null),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const inserted = fromRow(row);
  // A row that is not shown yet has no history, because it can be undone without a trace.
  if (inserted.status !== 'opening') await addStage(db, inserted, entry);
  return inserted;
}

/** Locks the row until the caller's transaction ends. */
export async function lockTransaction(
  db: Kysely<object>,
  id: string,
): Promise<Transaction | undefined> {
  const row = await tables(db)
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Changes a row that the caller has locked, and records the new stage. */
export async function updateTransaction(
  db: Kysely<object>,
  update: { readonly id: string; readonly change: TransactionChange },
  entry: StageEntry,
): Promise<Transaction> {
  const { change } = update;
  const { next, settledAtMs } = change;
  const row = await tables(db)
    .updateTable('transactions')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.providerReference === undefined
        ? {}
        : { provider_reference: change.providerReference }),
      ...(change.attempt === undefined ? {} : { attempt: change.attempt }),
      ...(change.amountCents === undefined ? {} : { amount_cents: change.amountCents }),
      ...(change.approvedBy === undefined ? {} : { approved_by: change.approvedBy }),
      ...(change.review === undefined ? {} : { review: change.review }),
      ...(next === undefined ? {} : { step: next?.step ?? null, step_data: toJson(next?.data) }),
      ...(settledAtMs === undefined ? {} : { settled_at: toDate(settledAtMs) }),
      updated_at: new Date(entry.atMs),
    })
    .where('id', '=', update.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const updated = fromRow(row);
  await addStage(db, updated, entry);
  return updated;
}

export async function findTransaction(
  db: Kysely<object>,
  id: string,
): Promise<Transaction | undefined> {
  const row = await tables(db)
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function findRequestedTransaction(
  db: Kysely<object>,
  request: { readonly customerId: number; readonly requestId: string },
): Promise<Transaction | undefined> {
  const row = await tables(db)
    .selectFrom('transactions')
    .selectAll()
    .where('customer_id', '=', request.customerId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export type TransactionsPage = {
  readonly customerId: number;
  /** The types to list; all when absent. */
  readonly typeIds?: readonly number[] | undefined;
  /** Lists only transactions older than this one. */
  readonly before?: string | undefined;
  readonly limit: number;
};

/** Returns the customer's visible transactions, newest first. */
export async function listCustomerTransactions(
  db: Kysely<object>,
  page: TransactionsPage,
): Promise<readonly Transaction[]> {
  const { before, typeIds } = page;
  let query = tables(db)
    .selectFrom('transactions')
    .selectAll()
    .where('customer_id', '=', page.customerId)
    .where('status', '<>', 'opening')
    .orderBy('number', 'desc')
    .limit(page.limit);
  if (typeIds !== undefined) query = query.where(sql<boolean>`type_id = any(${[...typeIds]})`);
  if (before !== undefined) {
    query = query.where(
      sql<boolean>`number < (select b.number from transactions b
        where b.id = ${before} and b.customer_id = ${page.customerId})`,
    );
  }
  const rows = await query.execute();
  return rows.map(fromRow);
}

export type Numbered = { readonly number: number; readonly transaction: Transaction };

/** Returns the rows with a pending step, oldest first. */
export async function listUnfinished(
  db: Kysely<object>,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly Numbered[]> {
  const rows = await tables(db)
    .selectFrom('transactions')
    .selectAll()
    .where('step', 'is not', null)
    .where('number', '>', page.after)
    .orderBy('number')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({ number: row.number, transaction: fromRow(row) }));
}

/**
 * Returns the ids of unpaid card deposits that were requested, and sent to their provider, before
 * an instant; oldest first.
 */
export async function listAbandonedCards(
  db: Kysely<object>,
  page: { readonly beforeMs: number; readonly limit: number },
): Promise<readonly string[]> {
  const before = new Date(page.beforeMs);
  const { rows } = await sql<{ id: string }>`
    select t.id from transactions t left join provider_payments p on p.transaction_id = t.id
    where t.status in ('pending', 'processing') and t.type_id = ${TYPE.card} and t.step is null
      and t.cause is null and t.created_at < ${before}
      and (p.started_at is null or p.started_at < ${before})
    order by t.number limit ${page.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

type Reference = { readonly provider: string; readonly providerReference: string };

/** Locks the provider's payment until the caller's transaction ends. */
export async function lockReference(db: Kysely<object>, reference: Reference): Promise<void> {
  const name = `reference:${reference.provider}:${reference.providerReference}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

export async function isReferenceOfAnother(
  db: Kysely<object>,
  reference: Reference & { readonly id: string },
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('transactions')
    .select('id')
    .where('provider', '=', reference.provider)
    .where('provider_reference', '=', reference.providerReference)
    .where('id', '<>', reference.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the transaction that names this one as its original: its fee or refund. */
export async function findByCause(
  db: Kysely<object>,
  about: { readonly originalId: string; readonly cause: Cause },
): Promise<Transaction | undefined> {
  const row = await tables(db)
    .selectFrom('transactions')
    .selectAll()
    .where('original_id', '=', about.originalId)
    .where('cause', '=', about.cause)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Deletes a withdrawal that was never shown. */
export async function deleteUnopened(db: Kysely<object>, id: string): Promise<void> {
  await tables(db)
    .deleteFrom('transactions')
    .where((column) => column.or([column('id', '=', id), column('original_id', '=', id)]))
    .where('status', '=', 'opening')
    .execute();
}

/** Returns the number of the customer's pending withdrawals. */
export async function countOpenWithdrawals(
  db: Kysely<object>,
  customerId: number,
): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from transactions
    where customer_id = ${customerId} and type_id = 6
      and status in ('opening', 'pending', 'processing')`.execute(db);
  return rows[0]?.open ?? 0;
}

function tables(db: Kysely<object>): Kysely<TransactionTables> {
  return db.withTables<TransactionTables>();
}

function toJson(data: StepData | undefined) {
  return data === undefined ? null : sql<StepData>`${JSON.stringify(data)}::jsonb`;
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

type Row = Omit<Selectable<TransactionsTable>, 'number'>;

function fromRow(row: Row): Transaction {
  const { step, step_data: data } = row;
  return {
    id: row.id,
    customerId: row.customer_id,
    typeId: row.type_id,
    status: row.status,
    methodId: row.method_id,
    provider: row.provider,
    providerReference: row.provider_reference,
    attempt: row.attempt,
    amountCents: row.amount_cents,
    requestedCents: row.requested_cents,
    currency: row.currency,
    originalId: row.original_id,
    cause: row.cause,
    comments: row.comments,
    requestId: row.request_id,
    requestHash: row.request_hash,
    approvedBy: row.approved_by,
    review: row.review,
    // Both columns are set or neither is, which the types don't express.
    next: step === null || data === null ? null : { step, data },
    createdAtMs: row.created_at.getTime(),
    settledAtMs: row.settled_at?.getTime() ?? null,
  };
}
