import * as z from 'zod/mini';
import { pagedCheck } from './audit-pages.ts';

// A balance is the sum of its entries, always.
const STATEMENT = `
  select a.id, a.cash_cents, a.credit_cents,
    coalesce(e.cash_cents, 0)::bigint as booked_cash,
    coalesce(e.credit_cents, 0)::bigint as booked_credit,
    exists (select 1 from positions p where p.account_id = a.id and p.closed_at is null)
      as has_open,
    exists (select 1 from customers c where c.id = a.id) as has_customer
  from (select * from trading_accounts where id > $1 order by id limit $2) a
  left join lateral (
    select sum(amount_cents) filter (where account = 'customer:cash') as cash_cents,
      sum(amount_cents) filter (where account = 'customer:credit') as credit_cents
    from ledger_entries where customer_id = a.id
  ) e on true
  order by a.id`;

const AccountRow = z.object({
  id: z.int(),
  cash_cents: z.int(),
  credit_cents: z.int(),
  booked_cash: z.int(),
  booked_credit: z.int(),
  has_open: z.boolean(),
  has_customer: z.boolean(),
});

export const auditAccounts = pagedCheck({
  statement: STATEMENT,
  row: AccountRow,
  inspect: (row) => {
    const faults: string[] = [];
    if (row.cash_cents !== row.booked_cash) {
      faults.push(`cash is ${row.cash_cents}, its entries ${row.booked_cash}`);
    }
    if (row.credit_cents !== row.booked_credit) {
      faults.push(`credit is ${row.credit_cents}, its entries ${row.booked_credit}`);
    }
    if (row.cash_cents < 0 && !row.has_open) {
      faults.push(`cash ${row.cash_cents} is negative without an open position`);
    }
    if (!row.has_customer) faults.push('belongs to no customer');
    return faults.map((fault) => `account ${row.id}: ${fault}`);
  },
});
