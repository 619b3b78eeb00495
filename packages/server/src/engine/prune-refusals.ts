// Deletes the answers of customers' orders that were refused long ago: they had no effect, and
// nobody asks again; who does is judged anew. What was done stays answered for ever, and so does
// every id that the house itself makes: those are about funds.
import type { Database } from '#platform/db/db.ts';

const KEPT_DAYS = 30;
const ROWS_MAX = 1_000;
/** Both page sizes of the audit are multiples of it. */
export const BUCKET_SEQUENCES = 250;

// The last number stays: the next one is counted from it.
const PRUNE = `with old as (
    select sequence from commands
    where is_refused and created_at < clock_timestamp() - interval '${KEPT_DAYS} days'
      and starts_with(request_id, 'client:')
      and sequence < (select max(sequence) from commands)
    order by created_at limit ${ROWS_MAX}
  ), gone as (
    delete from commands c using old where c.sequence = old.sequence returning c.sequence
  ), noted as (
    insert into pruned_commands as p (bucket, count)
    select (sequence - 1) / ${BUCKET_SEQUENCES}, count(*) from gone group by 1
    on conflict (bucket) do update set count = p.count + excluded.count
  )
  select count(*) as count from gone`;

/** Deletes some; gives how many. */
export async function pruneRefusals(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query(PRUNE, []);
  return Number(row?.count);
}
