// Deletes the answers of customers' orders that were rejected long ago: they had no effect, and a
// repeated order is judged again. Answers of executed commands are stored permanently, as are all
// answers to the broker's own commands, because those are about funds.
import type { Database } from '#platform/db/db.ts';

const KEPT_DAYS = 30;
const ROWS_MAX = 1_000;
/** The number of sequence numbers per page; both page sizes of the audit are multiples of it. */
export const BUCKET_SEQUENCES = 250;

// Deletes old rejected answers, except the one with the highest sequence number, from which the
// next number is computed.
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

/** Deletes one page; returns the number of rows. */
export async function pruneRejections(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query(PRUNE, []);
  return Number(row?.count);
}
