import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CostlyPosition } from './costs.ts';
import { toCents } from './report.ts';
import type { Span } from './report.ts';

/** The maximum number of positions; for a customer with more, a shorter period must be chosen. */
export const POSITIONS_MAX = 20_000;

type Row = {
  readonly id: number;
  readonly symbol: string;
  readonly direction: 'buy' | 'sell';
  readonly amount_cents: number;
  readonly leverage: number;
  readonly open_points: number;
  readonly filled_points: number | null;
  readonly open_sell_points: number;
  readonly open_buy_points: number;
  readonly opened_at: Date;
  readonly closed_at: Date | null;
  readonly close_sell_points: number | null;
  readonly close_buy_points: number | null;
  readonly financing: unknown;
  readonly fees: unknown;
};

/**
 * Returns the positions open at any time of the period; undefined if there are more than
 * POSITIONS_MAX.
 */
export async function listCostlyPositions(
  db: Kysely<object>,
  customerId: number,
  span: Span,
): Promise<readonly CostlyPosition[] | undefined> {
  const from = new Date(span.fromMs);
  const until = new Date(span.untilMs);
  const { rows } = await sql<Row>`
    with charges as (
      select p.reference, p.kind, sum(e.amount_cents) as cents
      from ledger_entries e join postings p on p.id = e.posting_id
      where e.customer_id = ${customerId} and p.kind in ('financing', 'fee')
        and p.posted_at >= ${from} and p.posted_at < ${until}
      group by p.reference, p.kind
    )
    select o.id, o.symbol, o.direction, o.amount_cents, o.leverage, o.open_points, o.filled_points,
      o.open_sell_points, o.open_buy_points, o.opened_at, o.closed_at, o.close_sell_points,
      o.close_buy_points, f.cents as financing, c.cents as fees
    from positions o
    left join charges f on f.reference = 'position:' || o.id and f.kind = 'financing'
    left join charges c on c.reference = 'position:' || o.id and c.kind = 'fee'
    where o.account_id = ${customerId} and o.opened_at < ${until}
      and (o.closed_at is null or o.closed_at >= ${from})
    order by o.id limit ${POSITIONS_MAX + 1}`.execute(db);
  return rows.length > POSITIONS_MAX ? undefined : rows.map(fromRow);
}

function fromRow(row: Row): CostlyPosition {
  const { closed_at: at, close_sell_points: sell, close_buy_points: buy } = row;
  return {
    id: row.id,
    symbol: row.symbol,
    direction: row.direction,
    amountCents: row.amount_cents,
    leverage: row.leverage,
    openPoints: row.open_points,
    filledPoints: row.filled_points ?? row.open_points,
    openBidPoints: row.open_sell_points,
    openAskPoints: row.open_buy_points,
    openedAtMs: row.opened_at.getTime(),
    closed:
      at === null || sell === null || buy === null
        ? null
        : { atMs: at.getTime(), bidPoints: sell, askPoints: buy },
    financingCents: toCents(row.financing),
    feesCents: toCents(row.fees),
  };
}
