// The sum of all journal lines, which is zero unless the books are wrong. A ledger of years is too
// long to be added up at each look, so each look adds what was posted since the last one.
import type { Database } from '#platform/db/db.ts';

/** One look reads no more: the first one of a long ledger takes several. */
const POSTINGS_MAX = 200_000;

const SUM = `with page as (
    select id from postings where id > $1 order by id limit ${POSTINGS_MAX}
  )
  select coalesce(sum(e.amount_cents), 0)::bigint as cents, count(*) as lines,
    (select max(id) from page) as last
  from ledger_entries e where e.posting_id > $1 and e.posting_id <= (select max(id) from page)`;

/** Each call reads on and returns the sum so far, in cents; undefined until it is complete once. */
export function createLedgerSum(db: Pick<Database, 'query'>): () => Promise<number | undefined> {
  let last = 0;
  let sumCents = 0;
  let isComplete = false;
  return async () => {
    const [row] = await db.query(SUM, [last]);
    sumCents += Number(row?.cents ?? 0);
    if (row?.last === null || row?.last === undefined) isComplete = true;
    else last = Number(row.last);
    return isComplete ? sumCents : undefined;
  };
}
