import type { Direction, Points, Quote } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import { profitAt } from '@halyard/core/position';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { NO_RESULT } from './losing-accounts.ts';
import type { AccountResult } from './losing-accounts.ts';
import { toCents } from './report.ts';
import type { Span } from './report.ts';

const ACCOUNTS_PAGE = 1_000;
const POSITIONS_PAGE = 5_000;

/** A symbol's quote at the end of the period. */
export type FindQuote = (symbol: string) => Quote | undefined;

type Totals = { readonly account_id: number; readonly count: number; readonly cents: unknown };
type Held = {
  readonly id: number;
  readonly account_id: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly amount_cents: Cents;
  readonly leverage: number;
  readonly open_points: Points;
  readonly is_protected: boolean;
  readonly stop_points: Points | null;
  readonly termination_points: Points;
};
type Results = Map<number, AccountResult>;

/** Returns all current retail accounts, by id. The period ends now. */
export async function listAccountResults(
  db: Kysely<object>,
  span: Span,
  findQuote: FindQuote,
): Promise<readonly AccountResult[]> {
  const results: Results = new Map();
  for (let last = 0; ;) {
    const ids = await listRetailAccounts(db, last);
    for (const accountId of ids) results.set(accountId, { accountId, ...NO_RESULT });
    await addRealised(db, { ids, span, results });
    await addCharges(db, { ids, span, results });
    if (ids.length < ACCOUNTS_PAGE) break;
    last = ids.at(-1) ?? last;
  }
  await addHeld(db, { results, findQuote });
  return [...results.values()];
}

async function listRetailAccounts(db: Kysely<object>, after: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from trading_accounts where id > ${after} and client_category = 'retail'
    order by id limit ${ACCOUNTS_PAGE}`.execute(db);
  return rows.map(({ id }) => id);
}

type Page = { readonly ids: readonly number[]; readonly span: Span; readonly results: Results };

async function addRealised(db: Kysely<object>, { ids, span, results }: Page): Promise<void> {
  const { rows } = await sql<Totals>`
    select account_id, count(*)::int as count, sum(profit_cents) as cents from positions
    where account_id = any(${[...ids]}) and closed_at >= ${new Date(span.fromMs)}
      and closed_at < ${new Date(span.untilMs)}
    group by account_id`.execute(db);
  for (const { account_id: id, count, cents } of rows) {
    change(results, id, (one) => ({ ...one, closed: count, realisedCents: toCents(cents) }));
  }
}

/**
 * Adds the charges. A position's costs have its reference; a withdrawal fee is not a trading cost.
 */
async function addCharges(db: Kysely<object>, { ids, span, results }: Page): Promise<void> {
  const { rows } = await sql<Totals>`
    select e.customer_id as account_id, count(*)::int as count, sum(e.amount_cents) as cents
    from ledger_entries e join postings p on p.id = e.posting_id
    where e.customer_id = any(${[...ids]}) and p.kind in ('financing', 'fee', 'adjustment')
      and starts_with(p.reference, 'position:') and p.posted_at >= ${new Date(span.fromMs)}
      and p.posted_at < ${new Date(span.untilMs)}
    group by e.customer_id`.execute(db);
  for (const { account_id: id, cents } of rows) {
    change(results, id, (one) => ({ ...one, chargesCents: toCents(cents) }));
  }
}

async function addHeld(
  db: Kysely<object>,
  { results, findQuote }: { readonly results: Results; readonly findQuote: FindQuote },
): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<Held>`
      select id, account_id, symbol, direction, amount_cents, leverage, open_points, is_protected,
        stop_points, termination_points
      from positions where closed_at is null and id > ${last}
      order by id limit ${POSITIONS_PAGE}`.execute(db);
    for (const row of rows) {
      const quote = findQuote(row.symbol);
      const cents = quote === undefined ? 0 : profitNow(row, quote);
      change(results, row.account_id, (one) => ({
        ...one,
        held: one.held + 1,
        unrealisedCents: one.unrealisedCents + cents,
        unpriced: one.unpriced + (quote === undefined ? 1 : 0),
      }));
    }
    if (rows.length < POSITIONS_PAGE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

function profitNow(row: Held, quote: Quote): number {
  const { direction, leverage } = row;
  const closable = {
    direction,
    leverage,
    amountCents: row.amount_cents,
    openPoints: row.open_points,
    hasGuaranteedStop: row.is_protected,
    stopPoints: row.stop_points,
    stopOutPoints: row.termination_points,
  };
  return profitAt(closable, quote);
}

function change(
  results: Results,
  accountId: number,
  make: (one: AccountResult) => AccountResult,
): void {
  const one = results.get(accountId);
  if (one !== undefined) results.set(accountId, make(one));
}
