// What the database holds of the customers' orders, for the history checker.
import type { StoredHistory } from '@halyard/testkit';
import { audit } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';

const COMMANDS = `select c.request_id, c.account_id, c.sequence, c.outcome from commands c
  where c.account_id = any($1::bigint[]) and c.request_id like 'client:%' order by c.sequence`;
const POSITIONS = `select id, account_id, closed_at is not null as is_closed from positions
  where account_id = any($1::bigint[]) order by id`;
const POSTINGS = `select p.unique_key, array_agg(e.amount_cents::text) as amounts
  from postings p join ledger_entries e on e.posting_id = p.id
  where p.id in (select posting_id from ledger_entries where customer_id = any($1::bigint[]))
  group by p.id order by p.id`;
const ACCOUNTS = `select a.id, a.cash_cents, coalesce(sum(e.amount_cents), 0)::bigint as entries_cents
  from trading_accounts a
  left join ledger_entries e on e.customer_id = a.id and e.account = 'customer:cash'
  where a.id = any($1::bigint[])
  group by a.id order by a.id`;

type StoredEvent = {
  readonly kind: string;
  readonly position?: { readonly id: number; readonly profitCents?: number };
};

/**
 * Reads what belongs to some customers. `numbers`: the number of each by the id of the account. Throws
 * what the audit of all accounts finds.
 */
export async function readStoredHistory(
  db: Database,
  numbers: ReadonlyMap<number, number>,
  commits: StoredHistory['commits'],
): Promise<StoredHistory> {
  const { differences } = await audit(db);
  const [difference] = differences;
  if (difference !== undefined) {
    throw new Error(`the audit finds: ${difference.subject}: ${difference.problem}`);
  }
  const numberOf = (id: unknown): number => numbers.get(Number(id)) ?? -1;
  const accounts = [[...numbers.keys()]];
  const positions = await db.query(POSITIONS, accounts);
  return {
    commits,
    commands: (await db.query(COMMANDS, accounts)).map((row) => ({
      id: String(row.request_id),
      account: numberOf(row.account_id),
      sequence: Number(row.sequence),
      ...describeOutcome(row.outcome as { readonly events?: readonly StoredEvent[] }),
    })),
    effects: positions.flatMap(({ id, is_closed: isClosed }) =>
      isClosed === true
        ? [`position ${String(id)}`, `close of ${String(id)}`]
        : [`position ${String(id)}`],
    ),
    postings: (await db.query(POSTINGS, accounts)).map((row) => ({
      key: String(row.unique_key),
      amountsCents: (row.amounts as readonly string[]).map(Number),
    })),
    accounts: (await db.query(ACCOUNTS, accounts)).map((row) => ({
      account: numberOf(row.id),
      state: String(row.cash_cents),
      replayed: String(row.entries_cents),
    })),
  };
}

function describeOutcome({ events = [] }: { readonly events?: readonly StoredEvent[] }): {
  readonly answer: string;
  readonly effects: readonly string[];
} {
  const opened = events.find(({ kind }) => kind === 'position-opened')?.position;
  if (opened !== undefined) {
    return { answer: `opened ${opened.id}`, effects: [`position ${opened.id}`] };
  }
  const closed = events.find(({ kind }) => kind === 'position-closed')?.position;
  if (closed === undefined) return { answer: 'rejected', effects: [] };
  const { id, profitCents } = closed;
  return { answer: `closed ${id} for ${profitCents}`, effects: [`close of ${id}`] };
}
