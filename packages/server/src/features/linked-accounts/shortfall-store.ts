import type { ShortfallStatus } from '@halyard/contract/backoffice/shortfalls';
import type { Cover } from '@halyard/core/linked-accounts';
import type { Cents } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

const NOTED_AT_ONCE = 100;

/**
 * A decided contribution. `isBooked`: by an earlier decision, one of whose other contributions was
 * rejected.
 */
export type DecidedCover = Cover & { readonly isBooked?: true };

type ShortfallTables = {
  shortfalls: Narrow<
    'shortfalls',
    {
      amount_cents: Cents;
      status: ShortfallStatus;
      covers: readonly DecidedCover[];
      covered_cents: Cents;
    }
  >;
};

export type NewShortfall = {
  readonly positionId: number;
  readonly customerId: number;
  readonly amountCents: Cents;
  readonly atMs: number;
};

/** Returns booked shortfalls that are not listed yet. */
export async function listUnnoted(db: Kysely<object>): Promise<readonly NewShortfall[]> {
  const { rows } = await sql<{
    position_id: number;
    customer_id: number;
    amount_cents: Cents;
    posted_at: Date;
  }>`
    select substring(p.reference from '[0-9]+$')::bigint as position_id, e.customer_id,
      e.amount_cents, p.posted_at
    from postings p join ledger_entries e on e.posting_id = p.id and e.account = 'customer:cash'
    where p.kind = 'shortfall' and not exists (
      select 1 from shortfalls s where s.position_id = substring(p.reference from '[0-9]+$')::bigint
    )
    order by p.id limit ${NOTED_AT_ONCE}`.execute(db);
  return rows.map((row) => ({
    positionId: row.position_id,
    customerId: row.customer_id,
    amountCents: row.amount_cents,
    atMs: row.posted_at.getTime(),
  }));
}

/** Lists a shortfall; false if it is already listed. */
export async function insertShortfall(
  db: Kysely<object>,
  { positionId, customerId, amountCents, atMs }: NewShortfall,
): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('shortfalls')
    .values({
      position_id: positionId,
      customer_id: customerId,
      amount_cents: amountCents,
      occurred_at: new Date(atMs),
      covered_cents: null,
      decided_by: null,
      decided_at: null,
      reason: null,
    })
    .onConflict((conflict) => conflict.column('position_id').doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type Shortfall = {
  readonly positionId: number;
  readonly customerId: number;
  readonly amountCents: Cents;
  readonly status: ShortfallStatus;
  readonly covers: readonly DecidedCover[];
  readonly decidedBy: string | null;
  readonly decidedAtMs: number | null;
};

export async function findShortfall(
  db: Kysely<object>,
  positionId: number,
): Promise<Shortfall | undefined> {
  return fromRow(await select(db, positionId).executeTakeFirst());
}

/** Locks the shortfall until the caller's transaction ends. */
export async function lockShortfall(
  db: Kysely<object>,
  positionId: number,
): Promise<Shortfall | undefined> {
  return fromRow(await select(db, positionId).forUpdate().executeTakeFirst());
}

export type ShortfallDecision = {
  readonly positionId: number;
  readonly covers: readonly DecidedCover[];
  readonly actor: string;
  readonly reason: string;
  readonly atMs: number;
};

export async function saveSettling(db: Kysely<object>, decision: ShortfallDecision): Promise<void> {
  await tables(db)
    .updateTable('shortfalls')
    .set({
      status: 'settling',
      covers: sql<readonly DecidedCover[]>`${JSON.stringify(decision.covers)}::jsonb`,
      decided_by: decision.actor,
      decided_at: new Date(decision.atMs),
      reason: decision.reason,
    })
    .where('position_id', '=', decision.positionId)
    .execute();
}

/**
 * Makes a shortfall wait for a decision again; false if this decision is no longer being settled.
 */
export async function saveReopened(
  db: Kysely<object>,
  { positionId, covers, atMs }: Pick<ShortfallDecision, 'positionId' | 'covers' | 'atMs'>,
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('shortfalls')
    .set({
      status: 'open',
      covers: sql<readonly DecidedCover[]>`${JSON.stringify(covers)}::jsonb`,
      decided_by: null,
      decided_at: null,
      reason: null,
    })
    .where('position_id', '=', positionId)
    .where('status', '=', 'settling')
    .where('decided_at', '=', new Date(atMs))
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Marks a shortfall as settled; false if it already is. */
export async function saveSettled(
  db: Kysely<object>,
  settled: {
    readonly positionId: number;
    readonly coveredCents: Cents;
    /** The time of the decision. */
    readonly atMs: number;
  },
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('shortfalls')
    .set({ status: 'settled', covered_cents: settled.coveredCents })
    .where('position_id', '=', settled.positionId)
    .where('status', '=', 'settling')
    .where('decided_at', '=', new Date(settled.atMs))
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Returns whether one of these customers has an unsettled shortfall. */
export async function hasUnsettled(
  db: Kysely<object>,
  customerIds: readonly number[],
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('shortfalls')
    .select('position_id')
    .where('customer_id', 'in', customerIds)
    .where('status', 'in', ['open', 'settling'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countShortfalls(db: Kysely<object>): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from shortfalls where status = 'open'`.execute(db);
  return rows[0]?.open ?? 0;
}

function select(db: Kysely<object>, positionId: number) {
  return tables(db)
    .selectFrom('shortfalls')
    .select(['position_id', 'customer_id', 'amount_cents', 'status', 'covers'])
    .select(['decided_by', 'decided_at'])
    .where('position_id', '=', positionId);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>;

function fromRow(row: Row): Shortfall | undefined {
  if (row === undefined) return undefined;
  return {
    positionId: row.position_id,
    customerId: row.customer_id,
    amountCents: row.amount_cents,
    status: row.status,
    covers: row.covers,
    decidedBy: row.decided_by,
    decidedAtMs: row.decided_at?.getTime() ?? null,
  };
}

function tables(db: Kysely<object>): Kysely<ShortfallTables> {
  return db.withTables<ShortfallTables>();
}
