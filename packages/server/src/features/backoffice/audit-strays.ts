import * as z from 'zod/mini';
import { pagedCheck } from './audit-pages.ts';

const StrayRow = z.object({ id: z.int() });

/** Entries of no posting: they would move a balance that no event explains. */
export const auditStrayEntries = pagedCheck({
  row: StrayRow,
  statement: `select e.posting_id as id
   from ledger_entries e
   where e.posting_id > $1 and not exists (select 1 from postings p where p.id = e.posting_id)
   group by e.posting_id order by e.posting_id limit $2`,
  inspect: ({ id }) => [`entries of posting ${id}: there is no such posting`],
});

/** Customers whose account the engine is said to have, and has not. */
export const auditStrayCustomers = pagedCheck({
  row: StrayRow,
  statement: `select c.id
   from customers c
   where c.id > $1 and c.account_added_at is not null
     and not exists (select 1 from trading_accounts a where a.id = c.id)
   order by c.id limit $2`,
  inspect: ({ id }) => [`customer ${id}: has no trading account`],
});
