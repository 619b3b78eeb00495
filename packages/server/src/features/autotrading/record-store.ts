// The strategy's trades with their decisions. A decision belongs to the position that opened or
// closed in the following candle; a part closed by the customer belongs to its opening.
import type { Direction, Points } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import type { ClosingReason } from '@halyard/core/position';
import type { Database, Row } from '#platform/db/db.ts';
import type { Facts } from './decision-store.ts';

export type Reasoned = { readonly reason: string; readonly facts: Facts };

export type RecordedTrade = {
  readonly id: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  readonly openPoints: Points;
  readonly openedAtMs: number;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  readonly closed:
    | {
        readonly points: Points;
        readonly atMs: number;
        readonly reason: ClosingReason;
        readonly profitCents: Cents;
      }
    | undefined;
  readonly opening: Reasoned | undefined;
  readonly exit: Reasoned | undefined;
};

const LIST = `
  select p.id, p.symbol, p.direction, p.amount_cents, p.leverage, p.open_points, p.opened_at,
    p.stop_points, p.target_points, p.close_points, p.closed_at, p.closing_reason, p.profit_cents,
    o.reason as open_reason, o.facts as open_facts, x.reason as exit_reason, x.facts as exit_facts
  from positions p
  left join auto_trading_decisions o on o.account_id = p.account_id and o.symbol = p.symbol
    and o.action = 'open'
    and o.candle_end = date_bin($4::interval, p.opened_at, timestamptz '1970-01-01 00:00:00Z')
  left join auto_trading_decisions x on x.account_id = p.account_id and x.symbol = p.symbol
    and x.action = 'close' and p.closing_reason = 'ai-trade'
    and x.candle_end = date_bin($4::interval, p.closed_at, timestamptz '1970-01-01 00:00:00Z')
  where p.account_id = $1 and p.is_automatic and p.id < $2
  order by p.id desc limit $3`;

/** Returns the strategy's trades before an id, newest first. */
export async function listTrades(
  db: Pick<Database, 'query'>,
  page: {
    readonly accountId: number;
    readonly beforeId: number;
    readonly limit: number;
    readonly timeframeMs: number;
  },
): Promise<readonly RecordedTrade[]> {
  const interval = `${page.timeframeMs} milliseconds`;
  const rows = await db.query(LIST, [page.accountId, page.beforeId, page.limit, interval]);
  return rows.map(toTrade);
}

function toTrade(row: Row): RecordedTrade {
  return {
    id: row.id as number,
    symbol: row.symbol as string,
    direction: row.direction as Direction,
    amountCents: row.amount_cents as Cents,
    leverage: row.leverage as number,
    openPoints: row.open_points as Points,
    openedAtMs: (row.opened_at as Date).getTime(),
    stopPoints: row.stop_points as Points | null,
    targetPoints: row.target_points as Points | null,
    closed:
      row.closed_at === null
        ? undefined
        : {
            points: row.close_points as Points,
            atMs: (row.closed_at as Date).getTime(),
            reason: row.closing_reason as ClosingReason,
            profitCents: row.profit_cents as Cents,
          },
    opening: toReasoned(row.open_reason, row.open_facts),
    exit: toReasoned(row.exit_reason, row.exit_facts),
  };
}

function toReasoned(reason: unknown, facts: unknown): Reasoned | undefined {
  return reason === null ? undefined : { reason: reason as string, facts: facts as Facts };
}

export type Summary = {
  readonly trades: number;
  readonly won: number;
  readonly lost: number;
  readonly profitCents: number;
  readonly drawdownCents: number;
};

// Selects the totals. The peak is at least 0: a record that begins with a loss has fallen from
// there.
const SUMMARY = `
  select count(*) as trades, count(*) filter (where profit_cents > 0) as won,
    count(*) filter (where profit_cents < 0) as lost,
    coalesce(sum(profit_cents), 0) as profit_cents, coalesce(max(fallen), 0) as drawdown_cents
  from (
    select profit_cents, greatest(0, max(total) over (order by closed_at, id)) - total as fallen
    from (
      select id, closed_at, profit_cents, sum(profit_cents) over (order by closed_at, id) as total
      from positions where account_id = $1 and is_automatic and closed_at is not null
    ) summed
  ) fell`;

/** Sums all trades that the strategy or their levels closed. */
export async function summarize(db: Pick<Database, 'query'>, accountId: number): Promise<Summary> {
  const [row] = await db.query(SUMMARY, [accountId]);
  return {
    trades: Number(row?.trades),
    won: Number(row?.won),
    lost: Number(row?.lost),
    profitCents: Number(row?.profit_cents),
    drawdownCents: Number(row?.drawdown_cents),
  };
}
