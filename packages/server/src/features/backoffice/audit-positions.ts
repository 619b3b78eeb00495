import { orderPrice, points, terminationPrice } from '@halyard/core/instrument';
import type { Direction, Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { closingFill, profit } from '@halyard/core/position';
import * as z from 'zod/mini';
import { pagedCheck } from './audit-pages.ts';

// Each fill against the quote stored with it, each profit against its fills, and what the ledger
// booked against the profit; computed anew by the core's own formulas.
const STATEMENT = `
  select p.id, p.direction, p.amount_cents, p.leverage, p.is_protected, p.stop_points,
    p.termination_points, p.open_points, p.open_sell_points, p.open_buy_points, p.close_points,
    p.close_sell_points, p.close_buy_points, p.profit_cents,
    (
      select sum(e.amount_cents)::bigint
      from postings q join ledger_entries e on e.posting_id = q.id
      where q.unique_key = 'trade:position:' || p.id and e.customer_id = p.account_id
    ) as booked_cents,
    exists (select 1 from trading_accounts a where a.id = p.account_id) as has_account
  from (select * from positions where id > $1 order by id limit $2) p
  order by p.id`;

const PositionRow = z.object({
  id: z.int(),
  direction: z.enum(['buy', 'sell']),
  amount_cents: z.int(),
  leverage: z.int(),
  is_protected: z.boolean(),
  stop_points: z.nullable(z.int()),
  termination_points: z.int(),
  open_points: z.int(),
  open_sell_points: z.int(),
  open_buy_points: z.int(),
  close_points: z.nullable(z.int()),
  close_sell_points: z.nullable(z.int()),
  close_buy_points: z.nullable(z.int()),
  profit_cents: z.nullable(z.int()),
  booked_cents: z.nullable(z.int()),
  has_account: z.boolean(),
});
type PositionRow = z.infer<typeof PositionRow>;

export const auditPositions = pagedCheck({
  statement: STATEMENT,
  row: PositionRow,
  inspect: (row) => {
    const ending = isClosed(row) ? closingFaults(row) : openFaults(row);
    const faults = [...openingFaults(row), ...ending];
    if (!row.has_account) faults.push('belongs to no account');
    return faults.map((fault) => `position ${row.id}: ${fault}`);
  },
});

type ClosedRow = PositionRow & {
  readonly close_points: number;
  readonly close_sell_points: number;
  readonly close_buy_points: number;
  readonly profit_cents: number;
};

function isClosed(row: PositionRow): row is ClosedRow {
  return row.close_points !== null;
}

function openingFaults(row: PositionRow): readonly string[] {
  const fill = orderPrice(row.direction, quoteOf(row.open_sell_points, row.open_buy_points));
  const end = terminationPrice(termsOf(row));
  return [
    ...differing('opened at', row.open_points, fill),
    ...differing('terminates at', row.termination_points, end),
  ];
}

function openFaults(row: PositionRow): readonly string[] {
  return row.booked_cents === null ? [] : [`is open, and ${row.booked_cents} is booked of it`];
}

function closingFaults(row: ClosedRow): readonly string[] {
  const position = {
    ...termsOf(row),
    amountCents: cents(row.amount_cents),
    stopPoints: row.stop_points === null ? null : points(row.stop_points),
    terminationPoints: points(row.termination_points),
  };
  const fill = closingFill(position, quoteOf(row.close_sell_points, row.close_buy_points));
  return [
    ...differing('closed at', row.close_points, fill),
    ...differing('has the profit', row.profit_cents, profit(position, points(row.close_points))),
    ...differing('booked', row.booked_cents ?? 0, row.profit_cents),
  ];
}

function differing(what: string, stored: number, computed: number): readonly string[] {
  return stored === computed ? [] : [`${what} ${stored}, it must be ${computed}`];
}

function termsOf(row: PositionRow) {
  return {
    direction: row.direction satisfies Direction,
    openPoints: points(row.open_points),
    leverage: row.leverage,
    isProtected: row.is_protected,
  };
}

/** Prices are all that the formulas read of a quote. */
function quoteOf(sellPoints: number, buyPoints: number): Quote {
  return {
    symbol: '',
    sellPoints: points(sellPoints),
    buyPoints: points(buyPoints),
    sequence: 0,
    source: '',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
}
