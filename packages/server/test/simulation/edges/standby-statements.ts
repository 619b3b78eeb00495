// The statements of an engine that stands by and follows the batches of another one.
import type { SqlRow } from '../array-cells.ts';
import type { SimTables } from '../sim-tables.ts';

export type Reading = (tables: SimTables, values: readonly unknown[]) => SqlRow[];

export const STANDBY_STATEMENTS: readonly (readonly [string, Reading])[] = [
  [
    'select batch, extract(epoch from pg_postmaster_start_time())',
    ({ lease, startedAtMs, isOwnerThere }) => [
      { batch: lease.batch, server_started_at: String(startedAtMs), has_owner: isOwnerThere },
    ],
  ],
  [
    'select count(*)::int as count from engine_batches',
    ({ noted }, values) => [{ count: noted.count(...rangeOf(values)) }],
  ],
  [
    'select distinct unnest(b.account_ids)',
    ({ noted }, values) => noted.list('accounts', ...rangeOf(values)).map((id) => ({ id })),
  ],
  [
    'select p.id, p.account_id, p.closed_at',
    ({ noted, positions }, values) =>
      rowsOf(positions, noted.list('positions', ...rangeOf(values))).map(
        ({ id, account_id, close_points: points }) => ({
          id,
          account_id,
          is_over: points !== null,
        }),
      ),
  ],
  [
    'select o.id, o.account_id, o.outcome',
    ({ noted, adjusted }, values) =>
      rowsOf(adjusted.orders, noted.list('orders', ...rangeOf(values))).map(
        ({ id, account_id, outcome }) => ({ id, account_id, is_over: outcome !== null }),
      ),
  ],
];

function rangeOf([after, upTo]: readonly unknown[]): [number, number] {
  return [Number(after), Number(upTo)];
}

function rowsOf(table: ReadonlyMap<number, SqlRow>, ids: readonly number[]): SqlRow[] {
  return ids.map((id) => table.get(id)).filter((row) => row !== undefined);
}
