import { LIMIT_KINDS, LIMIT_PERIODS } from '@halyard/contract/client-limits';
import type { ExclusionKind, LimitKind, LimitPeriod } from '@halyard/contract/client-limits';
import { cents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { sql, type Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import type { Exclusion, OwnLimit } from './own-limit.ts';
import type { Span } from './periods.ts';

type ClientLimitsTables = {
  own_limits: Narrow<'own_limits', { kind: LimitKind; period: LimitPeriod }>;
  exclusions: Narrow<'exclusions', { kind: ExclusionKind }>;
};

/**
 * The kinds of journal entries that move a customer's money by trading; all others are deposits and
 * withdrawals.
 */
const TRADING_POSTINGS = ['trade', 'protection', 'financing', 'fee', 'adjustment'] as const;

/** Serialises changes of a customer's limits; within a transaction. */
export async function lockClientLimits(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`select id from customers where id = ${customerId} for update`.execute(tx);
}

/** Returns the limits of every kind and period, including those without an amount. */
export async function listLimits(
  db: Kysely<object>,
  customerId: number,
): Promise<readonly OwnLimit[]> {
  const rows = await tables(db)
    .selectFrom('own_limits')
    .select(['kind', 'period', 'amount_cents', 'next_amount_cents', 'next_at'])
    .where('customer_id', '=', customerId)
    .execute();
  return LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.map((period) => {
      const row = rows.find((one) => one.kind === kind && one.period === period);
      if (row === undefined) return { kind, period, amountCents: null, next: null };
      return {
        kind,
        period,
        amountCents: toCents(row.amount_cents),
        next:
          row.next_at === null
            ? null
            : { amountCents: toCents(row.next_amount_cents), atMs: row.next_at.getTime() },
      };
    }),
  );
}

export async function saveLimit(
  db: Kysely<object>,
  customerId: number,
  limit: OwnLimit,
): Promise<void> {
  const values = {
    amount_cents: limit.amountCents,
    next_amount_cents: limit.next?.amountCents ?? null,
    next_at: limit.next === null ? null : new Date(limit.next.atMs),
  };
  await tables(db)
    .insertInto('own_limits')
    .values({ customer_id: customerId, kind: limit.kind, period: limit.period, ...values })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'kind', 'period']).doUpdateSet(values),
    )
    .execute();
}

export async function findExclusion(
  db: Kysely<object>,
  customerId: number,
): Promise<Exclusion | undefined> {
  const row = await tables(db)
    .selectFrom('exclusions')
    .select(['kind', 'begun_at', 'ends_at'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const endsAtMs = row.ends_at?.getTime() ?? null;
  return { kind: row.kind, begunAtMs: row.begun_at.getTime(), endsAtMs };
}

export async function saveExclusion(
  db: Kysely<object>,
  customerId: number,
  exclusion: Exclusion,
): Promise<void> {
  const values = {
    kind: exclusion.kind,
    begun_at: new Date(exclusion.begunAtMs),
    ends_at: exclusion.endsAtMs === null ? null : new Date(exclusion.endsAtMs),
  };
  await tables(db)
    .insertInto('exclusions')
    .values({ customer_id: customerId, ...values })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
    .execute();
}

export async function deleteClientLimits(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('own_limits').where('customer_id', '=', customerId).execute();
  await tables(tx).deleteFrom('exclusions').where('customer_id', '=', customerId).execute();
}

/** Returns a page of the customers with loss limits, now or pending, by id. */
export async function listLossLimited(
  db: Kysely<object>,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await tables(db)
    .selectFrom('own_limits')
    .select('customer_id')
    .distinct()
    .where('kind', '=', 'loss')
    .where((where) =>
      where.or([where('amount_cents', 'is not', null), where('next_at', 'is not', null)]),
    )
    .where('customer_id', '>', page.after)
    .orderBy('customer_id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => row.customer_id);
}

type UsedOf = {
  readonly kind: LimitKind;
  readonly span: Span;
  /** References of journal entries that are counted elsewhere. */
  readonly without?: readonly string[];
};

/** Returns the period's total of a kind: deposits, or losses net of gains. */
export async function sumUsed(
  db: Kysely<object>,
  customerId: number,
  { kind, span, without = [] }: UsedOf,
): Promise<Cents> {
  const counted =
    kind === 'deposit'
      ? sql`p.kind = 'deposit' and e.account = 'customer:cash' and e.amount_cents > 0`
      : sql`p.kind in (${sql.join(TRADING_POSTINGS)}) and e.account in ('customer:cash', 'customer:credit')`;
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(e.amount_cents), 0)::bigint as total
    from ledger_entries e join postings p on p.id = e.posting_id
    where e.customer_id = ${customerId} and ${counted}
      and p.reference <> all(${[...without]}::text[])
      and p.posted_at >= ${new Date(span.startMs)} and p.posted_at < ${new Date(span.endMs)}`.execute(
    db,
  );
  const total = rows[0]?.total ?? 0;
  return cents(kind === 'deposit' ? total : Math.max(0, -total));
}

function toCents(amount: number | null): Cents | null {
  return amount === null ? null : cents(amount);
}

function tables(db: Kysely<object>): Kysely<ClientLimitsTables> {
  return db.withTables<ClientLimitsTables>();
}
