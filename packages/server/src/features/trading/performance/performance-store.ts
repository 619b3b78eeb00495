import type { Direction, Points } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import type { ResultPart } from '@halyard/core/performance';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A period of an account from an instant, inclusive, to another, exclusive. */
export type Period = {
  readonly accountId: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The maximum number of rows to read. */
  readonly limit: number;
};

export type StoredLine = {
  readonly day: string;
  readonly symbol: string;
  readonly part: ResultPart;
  readonly cents: Cents;
  /** The number of journal lines in the sum. */
  readonly lines: number;
};

/**
 * Returns the customer's journal lines that positions caused, summed by UTC day, symbol and closed
 * part. The settlement of a shortfall is not a trading result.
 */
export async function listResultLines(
  db: Kysely<object>,
  { accountId, fromMs, untilMs, limit }: Period,
): Promise<readonly StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    with lines as (
      select p.posted_at, p.kind, split_part(p.reference, ':', 2) as position_id, e.amount_cents
      from ledger_entries e join postings p on p.id = e.posting_id
      where e.customer_id = ${accountId}
        and e.account in ('customer:cash', 'customer:credit')
        and p.kind in ('trade', 'financing', 'fee', 'adjustment', 'protection', 'correction')
        and p.reference like 'position:%' and p.unique_key not like 'shortfall%'
        and p.posted_at >= ${new Date(fromMs)} and p.posted_at < ${new Date(untilMs)}
      limit ${limit}
    )
    select to_char(l.posted_at at time zone 'UTC', 'YYYY-MM-DD') as day, s.symbol,
      case l.kind
        when 'trade' then 'price' when 'financing' then 'financing' when 'fee' then 'premium'
        else 'other'
      end as part,
      sum(l.amount_cents)::bigint as cents, count(*)::int as lines
    from lines l join positions s on s.id = l.position_id::bigint
    group by 1, 2, 3`.execute(db);
  return rows;
}

export type StoredTrade = {
  readonly day: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly amount_cents: Cents;
  readonly leverage: number;
  readonly profit_cents: Cents;
  readonly open_points: Points;
  readonly filled_points: Points;
  readonly open_sell_points: Points;
  readonly open_buy_points: Points;
  readonly close_points: Points;
  readonly close_sell_points: Points;
  readonly close_buy_points: Points;
};

/** Returns the positions that closed in the period; each closed part is a row of its own. */
export async function listClosedTrades(
  db: Kysely<object>,
  { accountId, fromMs, untilMs, limit }: Period,
): Promise<readonly StoredTrade[]> {
  const { rows } = await sql<StoredTrade>`
    select to_char(closed_at at time zone 'UTC', 'YYYY-MM-DD') as day, symbol, direction,
      amount_cents, leverage, profit_cents, open_points,
      coalesce(filled_points, open_points) as filled_points,
      open_sell_points, open_buy_points, close_points, close_sell_points, close_buy_points
    from positions
    where account_id = ${accountId}
      and closed_at >= ${new Date(fromMs)} and closed_at < ${new Date(untilMs)}
    order by closed_at desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Returns the customer's money at an instant, including funds held for withdrawals. */
export async function sumMoneyBefore(
  db: Kysely<object>,
  { accountId, untilMs }: Pick<Period, 'accountId' | 'untilMs'>,
): Promise<Cents> {
  const { rows } = await sql<{ readonly cents: Cents }>`
    select coalesce(sum(e.amount_cents), 0)::bigint as cents
    from ledger_entries e join postings p on p.id = e.posting_id
    where e.customer_id = ${accountId}
      and e.account in ('customer:cash', 'customer:credit', 'customer:withdrawal-hold')
      and p.posted_at < ${new Date(untilMs)}`.execute(db);
  return rows[0]?.cents ?? (0 as Cents);
}
