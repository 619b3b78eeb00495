// When a payment is queried next, and how often a query was requested.
import { assertPresent } from '@halyard/core/assertion';
import { sql, type Kysely } from 'kysely';

export type Query = {
  readonly transactionId: string;
  readonly requested: number;
  readonly dueAtMs: number | undefined;
  readonly tries: number;
  /** The number of the query's run, from 1; 0 before the first. */
  readonly run: number;
};

type QueryRow = {
  readonly transaction_id: string;
  readonly requested: number;
  readonly due_at: Date | null;
  readonly tries: number;
  readonly runs: number;
};

/** When a query is due, and after how many runs; both identify it. */
export type Due = { readonly dueMs: number; readonly runs: number };

/** Schedules a query, at once or `intervalMs` after the last one; returns the time. */
export async function requestQuery(
  db: Kysely<object>,
  request: {
    readonly transactionId: string;
    readonly nowMs: number;
    readonly intervalMs: number;
    readonly isNewClaim: boolean;
  },
): Promise<Due> {
  const now = new Date(request.nowMs);
  const spaced = new Date(request.nowMs - request.intervalMs);
  const { rows } = await sql<{ readonly due_at: Date; readonly runs: number }>`
    insert into payment_queries as q (transaction_id, requested, messages, due_at)
    values (${request.transactionId}, 1, 1, ${now})
    on conflict (transaction_id) do update set
      requested = q.requested + 1, messages = q.messages + 1,
      tries = case when ${request.isNewClaim} then 0 else q.tries end,
      due_at = least(q.due_at,
        ${now}::timestamptz + greatest(interval '0', q.asked_at - ${spaced}::timestamptz))
    returning due_at, runs`.execute(db);
  const { due_at, runs } = assertPresent(rows[0], 'a query is written');
  return { dueMs: due_at.getTime(), runs };
}

/** Marks a query as running; undefined if none is due any more. */
export async function beginQuery(
  db: Kysely<object>,
  transactionId: string,
  nowMs: number,
): Promise<Query | undefined> {
  const { rows } = await sql<QueryRow>`
    update payment_queries set asked_at = ${new Date(nowMs)}, runs = runs + 1
    where transaction_id = ${transactionId} and due_at <= ${new Date(nowMs)}
    returning transaction_id, requested, due_at, tries, runs`.execute(db);
  return rows[0] === undefined ? undefined : fromRow(rows[0]);
}

/**
 * Schedules the next query, or none. A request that arrived in the meantime stays. If a late run
 * and a retry overlap, only the one that started last schedules.
 */
export async function finishQuery(
  db: Kysely<object>,
  finished: {
    readonly query: Query;
    readonly tries: number;
    readonly nextMs: number | undefined;
    /** When to query again for requests that arrived during the query. */
    readonly againMs: number;
  },
): Promise<Due | undefined> {
  const { query, tries, nextMs, againMs } = finished;
  const next = nextMs === undefined ? null : new Date(nextMs);
  const { rows } = await sql<{ readonly due_at: Date | null; readonly runs: number }>`
    update payment_queries set
      requested = greatest(requested - ${query.requested}, 0),
      tries = ${tries},
      due_at = case when requested > ${query.requested}
        then least(${new Date(againMs)}::timestamptz, ${next}::timestamptz)
        else ${next}::timestamptz end
    where transaction_id = ${query.transactionId} and runs = ${query.run}
    returning due_at, runs`.execute(db);
  const { due_at = null, runs = 0 } = rows[0] ?? {};
  return due_at === null ? undefined : { dueMs: due_at.getTime(), runs };
}

/** Returns the queries that are or will be due, by id, after a given one. */
export async function listQueries(
  db: Kysely<object>,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly Query[]> {
  const { rows } = await sql<QueryRow>`
    select transaction_id, requested, due_at, tries, runs from payment_queries
    where due_at is not null and transaction_id > ${page.after}
    order by transaction_id limit ${page.limit}`.execute(db);
  return rows.map(fromRow);
}

function fromRow(row: QueryRow): Query {
  return {
    transactionId: row.transaction_id,
    requested: row.requested,
    dueAtMs: row.due_at?.getTime(),
    tries: row.tries,
    run: row.runs,
  };
}
