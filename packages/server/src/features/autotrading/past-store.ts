// The strategy's past trades, read from the engine's positions, which only the engine writes.
import type { Direction } from '@halyard/core/instrument';
import type { Database, Row } from '#platform/db/db.ts';
import { LOSSES_IN_A_ROW } from './limits.ts';
import type { Past } from './limits.ts';
import { dayStartMs } from './day-start.ts';

/** The closed part of `Past`; the engine values open positions. */
export type ClosedPast = Omit<Past, 'openCount' | 'openProfitCents'>;

export const NOTHING_PAST: ClosedPast = {
  entriesToday: 0,
  profitTodayCents: 0,
  profitCents: 0,
  peakCents: 0,
  lossesInARow: 0,
  lastClosedAtMs: undefined,
};

const CLOSED = `
  select a.customer_id as account_id,
    (select count(*) from auto_trading_decisions d
      where d.account_id = a.customer_id and d.decided_at >= $2 and d.action = 'open'
        and coalesce(d.outcome, 'done') = 'done') as entries_today,
    coalesce(s.today_cents, 0) as today_cents, coalesce(s.total_cents, 0) as total_cents,
    greatest(0, coalesce(s.peak_cents, 0)) as peak_cents, s.last_closed_at,
    (select array_agg(l.profit_cents order by l.closed_at desc, l.id desc) from (
      select id, closed_at, profit_cents from positions
      where account_id = a.customer_id and is_automatic and closed_at >= a.switched_on_at
      order by closed_at desc, id desc limit ${LOSSES_IN_A_ROW}
    ) l) as last_cents
  from auto_trading_accounts a
  left join lateral (
    select sum(c.profit_cents) filter (where c.closed_at >= $2) as today_cents,
      sum(c.profit_cents) filter (where c.closed_at >= a.switched_on_at) as total_cents,
      max(c.sum_cents) as peak_cents, max(c.closed_at) as last_closed_at
    from (
      select closed_at, profit_cents, sum(profit_cents) filter (where closed_at >= a.switched_on_at)
        over (order by closed_at, id) as sum_cents
      from positions
      where account_id = a.customer_id and is_automatic
        and closed_at >= least(a.switched_on_at, $2)
    ) c
  ) s on true
  where a.customer_id = any($1::bigint[])`;

/** Returns the closed trades by account; an absent account has no trades. */
export async function listClosedPasts(
  db: Pick<Database, 'query'>,
  accountIds: readonly number[],
  atMs: number,
): Promise<ReadonlyMap<number, ClosedPast>> {
  const rows = await db.query(CLOSED, [accountIds, new Date(dayStartMs(atMs))]);
  return new Map(rows.map((row) => [Number(row.account_id), toPast(row)]));
}

function toPast(row: Row): ClosedPast {
  const lastCents = (row.last_cents as readonly number[] | null) ?? [];
  const firstGain = lastCents.findIndex((profit) => profit >= 0);
  return {
    entriesToday: Number(row.entries_today),
    profitTodayCents: Number(row.today_cents),
    profitCents: Number(row.total_cents),
    peakCents: Number(row.peak_cents),
    lossesInARow: firstGain === -1 ? lastCents.length : firstGain,
    lastClosedAtMs: (row.last_closed_at as Date | null)?.getTime(),
  };
}

const ENROLLED = `from customers c
  join auto_trading_consents k on k.customer_id = c.id and k.version = $1
  join auto_trading_accounts a on a.customer_id = c.id and a.stopped_at is null
  where c.auto_trading`;

const LIST_ENROLLED = `select c.id ${ENROLLED} and c.id > $2 order by c.id limit $3`;

/** Returns the accounts whose customers permit the strategy, by id. */
export async function listEnrolled(
  db: Pick<Database, 'query'>,
  consentVersion: string,
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await db.query(LIST_ENROLLED, [consentVersion, page.afterId, page.limit]);
  return rows.map((row) => Number(row.id));
}

const LIST_OPEN = `select p.id, p.account_id, p.direction, p.opened_at from positions p
  where p.symbol = $2 and p.is_automatic and p.closed_at is null and p.id > $3
    and exists (select 1 ${ENROLLED} and c.id = p.account_id)
  order by p.id limit $4`;

export type OpenAutomatic = {
  readonly id: number;
  readonly accountId: number;
  readonly direction: Direction;
  readonly openedAtMs: number;
};

/** Returns the strategy's open positions on a symbol, by id. */
export async function listOpenAutomatic(
  db: Pick<Database, 'query'>,
  wanted: { readonly consentVersion: string; readonly symbol: string },
  page: { readonly afterId: number; readonly limit: number },
): Promise<readonly OpenAutomatic[]> {
  const { consentVersion, symbol } = wanted;
  const rows = await db.query(LIST_OPEN, [consentVersion, symbol, page.afterId, page.limit]);
  return rows.map((row) => ({
    id: Number(row.id),
    accountId: Number(row.account_id),
    direction: row.direction as Direction,
    openedAtMs: (row.opened_at as Date).getTime(),
  }));
}
