// The rows of deposits and withdrawals: one table, distinguished by type.
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@halyard/contract/transactions';
import type { DetailOf, RowOf } from '@halyard/contract/backoffice/resource';
import type { withdrawals } from '@halyard/contract/backoffice/withdrawals';
import { assertPresent } from '@halyard/core/assertion';
import { cents, toEuros } from '@halyard/core/money';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { listStages, stageOf } from '#features/payments/payments.ts';
import type { Payments, Transaction } from '#features/payments/payments.ts';
import type { Database } from '#platform/db/db.ts';
import * as z from 'zod/mini';
import { startsWith } from '../frame/frame.ts';
import type { ListSource } from '../frame/frame.ts';

type Detail = DetailOf<typeof withdrawals>;
type Row = Omit<RowOf<typeof withdrawals>, 'approved_by'>;
type Keys<Table> = readonly [keyof Table, ...(keyof Table)[]];

const STATUSES = Object.keys(TRANSACTION_STATUSES) as unknown as Keys<typeof TRANSACTION_STATUSES>;

const Stored = z.object({
  id: z.string(),
  customer_id: z.int(),
  email: z.nullable(z.string()),
  type_id: z.int(),
  status: z.enum(STATUSES),
  amount_cents: z.int(),
  provider: z.nullable(z.string()),
  provider_reference: z.nullable(z.string()),
  original_id: z.nullable(z.string()),
  cause: z.nullable(z.enum(['refund', 'charge-back', 'fee', 'return'])),
  step: z.nullable(z.string()),
  created_at: z.date(),
  approved_by: z.nullable(z.string()),
  review: z.nullable(z.string()),
});

const EMAIL = sql`c.email collate "C"`;

/**
 * Returns the rows of some transaction types. A transaction that is being created is not shown,
 * because it can still be undone without a trace.
 */
export function transactionSource(typeIds: readonly number[]) {
  const search = {
    id: (text) =>
      sql`select t.id from transactions t where ${startsWith(sql`t.id`, text.toUpperCase())}`,
    email: (text) => sql`select t.id from customers c join transactions t on t.customer_id = c.id
      where ${startsWith(EMAIL, text.toLowerCase())}`,
    provider_reference: (text) =>
      sql`select t.id from transactions t where ${startsWith(sql`t.provider_reference`, text)}`,
  } satisfies ListSource<unknown>['search'];
  return {
    select: sql`t.id, t.customer_id, c.email, t.type_id, t.status, t.amount_cents, t.provider,
      t.provider_reference, t.original_id, t.cause, t.step, t.created_at, t.approved_by, t.review`,
    from: sql`(select * from transactions t where t.status <> 'opening' and ${isOfType(typeIds)}) t
      left join customers c on c.id = t.customer_id`,
    key: { by: sql`t.id`, type: 'text' },
    sorts: { created_at: { by: sql`t.created_at`, type: 'timestamptz' } },
    filters: {
      status: (value: string) => sql`t.status = ${value}`,
      customer: (id: number) => sql`t.customer_id = ${id}`,
      from: (day: string) => sql`t.created_at >= ${day}::date::timestamp at time zone 'UTC'`,
      until: (day: string) => sql`t.created_at < (${day}::date + 1)::timestamp at time zone 'UTC'`,
    },
    search,
  } as const;
}

/** Converts a row with the columns of both kinds; each resource shows its own. */
export function toTransactionRow(record: unknown): Row & {
  readonly approved_by: string | null;
  readonly review: string | null;
} {
  const stored = z.parse(Stored, record);
  const typeId = stored.type_id as Transaction['typeId'];
  const { status, cause, approved_by: approvedBy } = stored;
  return {
    id: stored.id,
    customer_id: stored.customer_id,
    email: stored.email ?? '',
    type: TRANSACTION_TYPES[typeId],
    status,
    stage:
      stored.step === null
        ? stageOf({ typeId, status, next: null, cause, approvedBy })
        : 'being-booked',
    amount: toEuros(cents(stored.amount_cents)),
    provider: stored.provider,
    provider_reference: stored.provider_reference,
    original_id: stored.original_id,
    created_at: stored.created_at.toISOString(),
    approved_by: approvedBy,
    review: stored.review,
  };
}

type Deps = { readonly db: Database; readonly payments: Payments };

/** Returns the fields of a transaction's page. */
export function transactionDetail({ db, payments }: Deps) {
  const get = async (id: string): Promise<Transaction> =>
    assertPresent(await payments.findTransaction(id), 'a transaction that is listed');
  return {
    get,
    requested: async (id: string) => toEuros((await get(id)).requestedCents),
    settled_at: async (id: string) => {
      const { settledAtMs } = await get(id);
      return settledAtMs === null ? null : new Date(settledAtMs).toISOString();
    },
    stages: async (id: string): Promise<Detail['stages']> =>
      (await listStages(db.kysely, id)).map(({ atMs, ...entry }) => ({
        at: new Date(atMs).toISOString(),
        ...entry,
      })),
  };
}

/** Returns an SQL condition on the type of `t`. */
export function isOfType(typeIds: readonly number[]): RawBuilder<unknown> {
  return sql`t.type_id in (${sql.join(typeIds.map((id) => sql.lit(id)))})`;
}
