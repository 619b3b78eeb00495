import type { Direction } from '@halyard/core/instrument';
import { MARK_OUT_MS, type MarkedFill } from '@halyard/core/performance';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { BLOCK_QUOTES_MAX } from '#features/quote-log/quote-log.ts';
import { within, type Span } from './report.ts';

/** Rows of the log after a fill: those of the longest horizon, also at a hundred quotes a second. */
const BLOCKS_MAX = 32;
const LONGEST_MS = Math.max(...MARK_OUT_MS);

type Stored = {
  readonly position_id: number;
  readonly account_id: number;
  readonly symbol: string;
  readonly side: Direction;
  readonly notional_cents: number;
  readonly at: Date;
  /** Null if no quote from the fill on is in the log. */
  readonly bids: readonly number[] | null;
  readonly asks: readonly number[] | null;
  readonly received: readonly number[] | null;
};

type FillPage = { readonly fills: readonly MarkedFill[]; readonly next: number | undefined };

/**
 * Returns the first position of the period; undefined if there is none. Without this bound, a period
 * with few fills would be searched through all positions ever opened. The sum keeps PostgreSQL from
 * reading them in the order of their ids here.
 */
export async function findFirstPosition(
  db: Kysely<object>,
  span: Span,
): Promise<number | undefined> {
  const { rows } = await sql<{ readonly id: number | null }>`
    select min(id + 0) as id from positions where ${within('opened_at', span)}`.execute(db);
  return rows[0]?.id ?? undefined;
}

/**
 * Returns the openings of the period, the newest first, and the closings of the same positions by
 * their customers, each with the quotes of the longest horizon. Automatic positions and the closed
 * parts of others are left out: no customer decided about their opening.
 */
export async function listMarkedFills(
  db: Kysely<object>,
  span: Span,
  {
    from,
    before,
    limit,
  }: { readonly from: number; readonly before: number; readonly limit: number },
): Promise<FillPage> {
  const { rows } = await sql<Stored>`
    with chosen as (
      select * from positions
      where ${within('opened_at', span)} and open_seen_points is not null and not is_automatic
        and id >= ${from} and id < ${before}
      order by id desc limit ${limit}
    ), fills as (
      select id, account_id, symbol, direction as side, amount_cents * leverage as notional_cents,
        opened_at as at, open_sequence as sequence
      from chosen
      union all
      select id, account_id, symbol, case direction when 'buy' then 'sell' else 'buy' end,
        amount_cents * leverage, closed_at, close_sequence
      from chosen where closing_reason = 'manually' and close_seen_points is not null
        and closed_at < ${new Date(span.untilMs)}
    )
    select f.id as position_id, f.account_id, f.symbol, f.side, f.notional_cents, f.at,
      q.bids, q.asks, q.received
    from fills f cross join lateral (
      select array_agg(u.bid order by u.received, u.sequence) as bids,
        array_agg(u.ask order by u.received, u.sequence) as asks,
        array_agg(u.received order by u.received, u.sequence) as received
      from (
        select * from quote_blocks b
        where b.symbol = f.symbol and b.first_sequence > f.sequence - ${BLOCK_QUOTES_MAX}
        order by b.first_sequence limit ${BLOCKS_MAX}
      ) b
      cross join lateral (
        select bid, ask, received, b.first_sequence + place - 1 as sequence
        from unnest(b.sell_points, b.buy_points, b.received_at_ms)
          with ordinality as e (bid, ask, received, place)
      ) u
      where u.sequence >= f.sequence
        and u.received <= extract(epoch from f.at) * 1000 + ${LONGEST_MS}
    ) q
    order by f.id desc`.execute(db);
  const ids = new Set(rows.map((row) => row.position_id));
  return {
    fills: rows.map(toFill),
    next: ids.size < limit ? undefined : rows.at(-1)?.position_id,
  };
}

function toFill(row: Stored): MarkedFill {
  const { bids, asks, received } = row;
  return {
    customerId: row.account_id,
    symbol: row.symbol,
    side: row.side,
    notionalCents: row.notional_cents,
    filledAtMs: row.at.getTime(),
    quotes: (received ?? []).map((receivedAtMs, at) => ({
      receivedAtMs,
      bidPoints: bids?.[at] ?? 0,
      askPoints: asks?.[at] ?? 0,
    })),
  };
}
