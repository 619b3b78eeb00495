// The sum of all journal lines, which is zero unless the books are wrong. A ledger of years is too
// long to be summed each time, so each call adds the lines booked since the last one.
import type { Database } from '#platform/db/db.ts';

/** The maximum number of entries per call; the first sum of a long ledger takes several calls. */
const POSTINGS_MAX = 200_000;

const SUM = `with page as (
    select id from postings where id > $1 order by id limit $2
  ), reach as (
    select max(id) as last, count(*) as postings from page
  )
  select reach.last, reach.postings, (
      select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
      where e.posting_id > $1 and e.posting_id <= reach.last
    ) as cents
  from reach`;

/**
 * Returns a function that reads new entries and returns the sum so far, in cents; undefined until
 * the first complete sum.
 */
export function createLedgerSum(
  db: Pick<Database, 'query'>,
  postingsMax = POSTINGS_MAX,
): () => Promise<number | undefined> {
  let last = 0;
  let sumCents = 0;
  let isComplete = false;
  return async () => {
    const [row] = await db.query(SUM, [last, postingsMax]);
    sumCents += Number(row?.cents ?? 0);
    last = Number(row?.last ?? last);
    // The sum is complete when a call has read fewer entries than the maximum; on a busy market new
    // ones arrive between any two calls.
    if (Number(row?.postings ?? 0) < postingsMax) isComplete = true;
    return isComplete ? sumCents : undefined;
  };
}
