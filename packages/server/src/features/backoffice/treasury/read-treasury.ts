// The balances of all ledger accounts. The ledger only grows in the order of its entries, so
// earlier sums are cached and only new entries are read.
import type { getTreasury } from '@halyard/contract/backoffice/treasury';
import type { ReplyOf } from '@halyard/contract/route';
import { addCents, cents, toEuros, ZERO_CENTS } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Database } from '#platform/db/db.ts';
import * as z from 'zod/mini';

export type Treasury = ReplyOf<typeof getTreasury>;

type Summed = {
  /** The last journal entry included in the sums. */
  readonly postingId: number;
  readonly sums: ReadonlyMap<string, Cents>;
};

// One statement reads the sums, so that ledger and accounts are those of one moment.
const STATEMENT = `
  select
    (select coalesce(max(id), 0) from postings)::bigint as posting_id,
    (select coalesce(sum(cash_cents), 0) from trading_accounts)::bigint as cash_cents,
    (select coalesce(sum(credit_cents), 0) from trading_accounts)::bigint as credit_cents,
    (select coalesce(json_agg(json_build_object('account', account, 'cents', cents)), '[]')
      from (
        select account, sum(amount_cents)::bigint as cents
        from ledger_entries where posting_id > $1 group by account
      ) grouped) as sums`;

const Rows = z.tuple([
  z.object({
    posting_id: z.int(),
    cash_cents: z.int(),
    credit_cents: z.int(),
    sums: z.array(z.object({ account: z.string(), cents: z.int() })),
  }),
]);

/** Returns a function that reads the balances. */
export function createTreasury(db: Pick<Database, 'query'>): () => Promise<Treasury> {
  let known: Summed = { postingId: 0, sums: new Map() };
  return async () => {
    const base = known;
    const [row] = z.parse(Rows, await db.query(STATEMENT, [base.postingId]));
    const sums = new Map(base.sums);
    for (const { account, cents: added } of row.sums) {
      sums.set(account, addCents(sums.get(account) ?? ZERO_CENTS, cents(added)));
    }
    if (row.posting_id > known.postingId) known = { postingId: row.posting_id, sums };
    return toTreasury(sums, { cash: cents(row.cash_cents), credit: cents(row.credit_cents) });
  };
}

type Balances = { readonly cash: Cents; readonly credit: Cents };

function toTreasury(sums: Summed['sums'], { cash, credit }: Balances): Treasury {
  const total = addCents(...sums.values());
  const agrees =
    total === 0 &&
    (sums.get('customer:cash') ?? 0) === cash &&
    (sums.get('customer:credit') ?? 0) === credit;
  return {
    accounts: [...sums]
      .map(([account, sum]) => ({ account, total: toEuros(sum) }))
      .toSorted((one, other) => (one.account < other.account ? -1 : 1)),
    total: toEuros(total),
    balances: { cash: toEuros(cash), credit: toEuros(credit) },
    agrees,
  };
}
