// An account in short: equal for equal accounts, whether from a memory or from the tables.
import type { Account } from '@halyard/core/engine';
import type { SqlRow } from '../array-cells.ts';
import type { SimTables } from '../sim-tables.ts';

export const NO_ACCOUNT = 'none';

type Funds = { readonly cash: number; readonly credit: number; readonly debt: number };

export function digestOfAccount(account: Readonly<Account> | undefined): string {
  if (account === undefined) return NO_ACCOUNT;
  const { cashCents, creditCents, debtCents, positions, orders, holds, terms } = account;
  return join({
    funds: { cash: cashCents, credit: creditCents, debt: debtCents },
    status: terms.status,
    held: [...holds].map(([reference, amount]) => `${reference}:${amount}`),
    // A trailing stop moves between two commits.
    positions: [...positions.values()].map(({ id, amountCents, targetPoints, trail, stopPoints }) =>
      [id, amountCents, targetPoints, trail === undefined ? stopPoints : 'trails'].join(':'),
    ),
    orders: [...orders.values()].map(({ id, points, amountCents, ocoId }) =>
      [id, points, amountCents, ocoId].join(':'),
    ),
  });
}

/** `funds` are those of the table unless others are given, such as the sums of its entries. */
export function digestOfTables(tables: SimTables, id: number, funds?: Funds): string {
  const row = tables.accounts.get(id);
  if (row === undefined) return NO_ACCOUNT;
  return join({
    funds: funds ?? {
      cash: Number(row.cash_cents),
      credit: Number(row.credit_cents),
      debt: Number(row.debt_cents),
    },
    status: String(row.status),
    held: [...(tables.holds.get(id) ?? [])].map(([reference, amount]) => `${reference}:${amount}`),
    positions: rowsOf(tables.open.get(id)).map((one) =>
      [
        one.id,
        one.amount_cents,
        one.target_points,
        one.trail_distance === null ? one.stop_points : 'trails',
      ].join(':'),
    ),
    orders: rowsOf(tables.adjusted.pending.get(id)).map((one) =>
      [one.id, one.points, one.amount_cents, one.oco_id].join(':'),
    ),
  });
}

function join(parts: {
  readonly funds: Funds;
  readonly status: string;
  readonly held: readonly string[];
  readonly positions: readonly string[];
  readonly orders: readonly string[];
}): string {
  const { funds, status, held, positions, orders } = parts;
  const lists = [held, positions, orders].map((list) => list.toSorted().join(','));
  return [funds.cash, funds.credit, funds.debt, status, ...lists].join(' | ');
}

function rowsOf(rows: ReadonlyMap<number, SqlRow> | undefined): readonly SqlRow[] {
  return [...(rows?.values() ?? [])];
}
