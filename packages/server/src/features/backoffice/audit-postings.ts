import * as z from 'zod/mini';
import { pagedCheck } from './audit-pages.ts';

// A posting has entries, they sum to zero, and what a trade books is a closed position.
const STATEMENT = `
  select p.id, p.reference, e.entries, e.sum_cents, e.strangers,
    p.kind = 'trade' and not exists (
      select 1 from positions t where t.id = p.position_id and t.closed_at is not null
    ) as has_no_position
  from (
    select id, kind, reference,
      case when reference ~ '^position:\\d{1,15}$' then split_part(reference, ':', 2)::bigint end
        as position_id
    from postings where id > $1 order by id limit $2
  ) p
  cross join lateral (
    select count(*) as entries, coalesce(sum(amount_cents), 0)::bigint as sum_cents,
      count(*) filter (
        where customer_id is not null
          and not exists (select 1 from trading_accounts a where a.id = customer_id)
      ) as strangers
    from ledger_entries where posting_id = p.id
  ) e
  order by p.id`;

const PostingRow = z.object({
  id: z.int(),
  reference: z.string(),
  entries: z.int(),
  sum_cents: z.int(),
  strangers: z.int(),
  has_no_position: z.boolean(),
});

export const auditPostings = pagedCheck({
  statement: STATEMENT,
  row: PostingRow,
  inspect: (row) => {
    const faults: string[] = [];
    if (row.entries === 0) faults.push('has no entries');
    if (row.sum_cents !== 0) faults.push(`its entries sum to ${row.sum_cents}`);
    if (row.strangers !== 0) faults.push('has an entry of an unknown account');
    if (row.has_no_position) faults.push(`books ${row.reference}, which is not closed`);
    return faults.map((fault) => `posting ${row.id}: ${fault}`);
  },
});
