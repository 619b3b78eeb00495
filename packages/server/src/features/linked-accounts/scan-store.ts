// Selects the accounts to scan: those with new openings, withdrawals or protection payments since
// the last scan.
import { MINUTE_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const POSITIONS_PER_ROUND = 1_000;
const TRANSACTIONS_PER_ROUND = 1_000;
const POSTINGS_PER_ROUND = 100;
/** How many positions back the first scan of an installation goes. */
const FIRST_POSITIONS = 50_000;
const WITHDRAWAL = 6;
/**
 * How old a transaction must be to be scanned: numbers are assigned before the commit, so recent
 * ones wait for the next round.
 */
const SETTLED_MS = MINUTE_MS;

export type Cursor = {
  readonly positionId: number;
  readonly postingId: number;
  readonly transactionNumber: number;
};

export async function findCursor(db: Kysely<object>): Promise<Cursor> {
  const { rows } = await sql<{
    position_id: number;
    posting_id: number;
    transaction_number: number;
  }>`
    select coalesce(s.posting_id, 0) as posting_id,
      coalesce(s.transaction_number, 0) as transaction_number, coalesce(s.position_id, greatest(0,
        (select coalesce(max(id), 0) from positions) - ${FIRST_POSITIONS})) as position_id
    from (values (1)) as single (id) left join account_link_scans s on s.id = single.id`.execute(
    db,
  );
  const [row] = rows;
  return {
    positionId: row?.position_id ?? 0,
    postingId: row?.posting_id ?? 0,
    transactionNumber: row?.transaction_number ?? 0,
  };
}

export async function saveCursor(db: Kysely<object>, cursor: Cursor, atMs: number): Promise<void> {
  const { positionId, postingId, transactionNumber } = cursor;
  await sql`
    insert into account_link_scans (position_id, posting_id, transaction_number, scanned_at)
    values (${positionId}, ${postingId}, ${transactionNumber}, ${new Date(atMs)})
    on conflict (id) do update set position_id = excluded.position_id,
      posting_id = excluded.posting_id, transaction_number = excluded.transaction_number,
      scanned_at = excluded.scanned_at`.execute(db);
}

export type Round = {
  readonly cursor: Cursor;
  /** The accounts that opened a position or requested a withdrawal. */
  readonly accountIds: readonly number[];
  /** The accounts to which balance protection was paid, or would have been. */
  readonly protectedIds: readonly number[];
};

/** Returns what follows the cursor; the same cursor if there is nothing. */
export async function readRound(
  db: Kysely<object>,
  { cursor, nowMs }: { readonly cursor: Cursor; readonly nowMs: number },
): Promise<Round> {
  const { positionId, postingId, transactionNumber } = cursor;
  const opened = await sql<{ at: number; account_id: number }>`
    select id as at, account_id from positions where id > ${positionId}
    order by id limit ${POSITIONS_PER_ROUND}`.execute(db);
  const protections = await sql<{ at: number; account_id: number }>`
    select p.id as at, e.customer_id as account_id
    from (
      select id from postings where kind in ('protection', 'shortfall') and id > ${postingId}
      order by id limit ${POSTINGS_PER_ROUND}
    ) p join ledger_entries e on e.posting_id = p.id and e.account = 'customer:cash'
    order by p.id`.execute(db);
  const moved = await sql<{ at: number; account_id: number; type_id: number }>`
    select number as at, customer_id as account_id, type_id from transactions
    where number > ${transactionNumber} and created_at < ${new Date(nowMs - SETTLED_MS)}
    order by number limit ${TRANSACTIONS_PER_ROUND}`.execute(db);
  const withdrawn = moved.rows.filter(({ type_id: type }) => type === WITHDRAWAL);
  const protectedIds = idsOf(protections.rows);
  return {
    cursor: {
      positionId: opened.rows.at(-1)?.at ?? positionId,
      postingId: protections.rows.at(-1)?.at ?? postingId,
      transactionNumber: moved.rows.at(-1)?.at ?? transactionNumber,
    },
    accountIds: [...new Set([...idsOf(opened.rows), ...idsOf(withdrawn), ...protectedIds])],
    protectedIds,
  };
}

function idsOf(rows: readonly { readonly account_id: number }[]): readonly number[] {
  return [...new Set(rows.map((row) => row.account_id))];
}
