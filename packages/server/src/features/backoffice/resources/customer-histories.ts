// The histories on a customer's page: the newest rows of each kind.
import type { customers } from '@halyard/contract/backoffice/customers';
import { HISTORY_ROWS_MAX } from '@halyard/contract/backoffice/customers';
import type { DetailOf } from '@halyard/contract/backoffice/resource';
import { transactionRow } from '@halyard/contract/backoffice/transaction-fields';
import { TRANSACTION_TYPES } from '@halyard/contract/transactions';
import { cents, toEuros } from '@halyard/core/money';
import type { Database } from '#platform/db/db.ts';
import * as z from 'zod/mini';

type Detail = DetailOf<typeof customers>;
type Db = Pick<Database, 'query'>;

const Transaction = z.object({
  id: z.string(),
  type_id: z.int(),
  status: transactionRow.status.schema,
  amount_cents: z.int(),
  created_at: z.date(),
});

export async function listTransactions(db: Db, id: number): Promise<Detail['transactions']> {
  const rows = await db.query(
    `select id, type_id, status, amount_cents, created_at from transactions
     where customer_id = $1 and status <> 'opening' order by number desc limit $2`,
    [id, HISTORY_ROWS_MAX],
  );
  return z
    .parse(z.array(Transaction), rows)
    .map(({ type_id: type, amount_cents: amount, ...row }) => ({
      ...row,
      type: TRANSACTION_TYPES[type as keyof typeof TRANSACTION_TYPES],
      amount: toEuros(cents(amount)),
      created_at: row.created_at.toISOString(),
    }));
}

const Reversal = z.object({
  id: z.string(),
  cause: z.enum(['refund', 'charge-back']),
  deposit: z.string(),
  amount_cents: z.int(),
  owed_cents: z.int(),
  cancelled: z.string(),
  created_at: z.date(),
});

/**
 * Lists a customer's reversed deposits, with the withdrawals that the engine cancelled in the same
 * commit.
 */
export async function listReversals(db: Db, id: number): Promise<Detail['reversals']> {
  const rows = await db.query(
    `select t.id, t.cause, t.original_id as deposit, -t.amount_cents as amount_cents, t.created_at,
       coalesce((
         select -sum(e.amount_cents) from ledger_entries e
         where e.posting_id = p.id and e.account = 'customer:debt'
       ), 0)::bigint as owed_cents,
       coalesce((
         select string_agg(n.facts ->> 'reference', ', ' order by n.sequence)
         from account_notices n
         where n.account_id = t.customer_id and n.kind = 'withdrawal-cancelled'
           and n.facts ->> 'cause' = 'take-back' and n.noticed_at = p.posted_at
       ), '') as cancelled
     from transactions t
     left join postings p on p.unique_key = 'take-back:' || t.id
     where t.customer_id = $1 and t.cause in ('refund', 'charge-back')
     order by t.number desc limit $2`,
    [id, HISTORY_ROWS_MAX],
  );
  return z.parse(z.array(Reversal), rows).map((row) => ({
    id: row.id,
    cause: row.cause,
    deposit: row.deposit,
    amount: toEuros(cents(row.amount_cents)),
    not_covered: toEuros(cents(row.owed_cents)),
    cancelled_withdrawals: row.cancelled,
    created_at: row.created_at.toISOString(),
  }));
}

const Entry = z.object({
  posting_id: z.int(),
  kind: z.string(),
  reference: z.string(),
  account: z.string(),
  amount_cents: z.int(),
  posted_at: z.date(),
});

export async function listEntries(db: Db, id: number): Promise<Detail['ledger']> {
  const rows = await db.query(
    `select e.posting_id, p.kind, p.reference, e.account, e.amount_cents, p.posted_at
     from ledger_entries e join postings p on p.id = e.posting_id
     where e.customer_id = $1 order by e.posting_id desc, e.line limit $2`,
    [id, HISTORY_ROWS_MAX],
  );
  return z.parse(z.array(Entry), rows).map(({ amount_cents: amount, ...row }) => ({
    ...row,
    amount: toEuros(cents(amount)),
    posted_at: row.posted_at.toISOString(),
  }));
}

const Note = z.object({
  id: z.int(),
  author: z.string(),
  text: z.string(),
  created_at: z.date(),
});

export async function listNotes(db: Db, id: number): Promise<Detail['notes']> {
  const rows = await db.query(
    `select id, author, text, created_at from customer_notes
     where customer_id = $1 order by id desc limit $2`,
    [id, HISTORY_ROWS_MAX],
  );
  return z
    .parse(z.array(Note), rows)
    .map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
