// What the batches of another program have changed.
import type { AccountId } from '@halyard/core/position';
import type { EngineReader } from '../engine-database.ts';

/** A changed position or order, and whether it is closed or has ended. */
export type Changed = {
  readonly id: number;
  readonly accountId: AccountId;
  readonly isOver: boolean;
};

export type Changes = {
  /** The accounts with changed balances, holds or terms. */
  readonly accountIds: readonly AccountId[];
  readonly positions: readonly Changed[];
  readonly orders: readonly Changed[];
};

const BETWEEN = `from engine_batches b where b.batch > $1 and b.batch <= $2`;

const COUNT = `select count(*)::int as count ${BETWEEN}`;
const ACCOUNTS = `select distinct unnest(b.account_ids) as id ${BETWEEN} order by 1`;
const POSITIONS = `select p.id, p.account_id, p.closed_at is not null as is_over
  from (select distinct unnest(b.position_ids) as id ${BETWEEN}) as changed
  join positions p on p.id = changed.id order by p.id`;
const ORDERS = `select o.id, o.account_id, o.outcome is not null as is_over
  from (select distinct unnest(b.order_ids) as id ${BETWEEN}) as changed
  join entry_orders o on o.id = changed.id order by o.id`;

/**
 * Returns what the batches after one and up to another have changed. Undefined if one of them is
 * missing: they are kept for a while only.
 */
export async function readChanges(
  reader: EngineReader,
  after: number,
  upTo: number,
): Promise<Changes | undefined> {
  const values = [after, upTo];
  const [counted] = await reader.query(COUNT, values);
  if (Number(counted?.count) !== upTo - after) return undefined;
  if (upTo === after) return { accountIds: [], positions: [], orders: [] };
  const accounts = await reader.query(ACCOUNTS, values);
  return {
    accountIds: accounts.map((row) => Number(row.id)),
    positions: await readChanged(reader, POSITIONS, values),
    orders: await readChanged(reader, ORDERS, values),
  };
}

async function readChanged(
  reader: EngineReader,
  text: string,
  values: readonly number[],
): Promise<readonly Changed[]> {
  return (await reader.query(text, values)).map((row) => ({
    id: Number(row.id),
    accountId: Number(row.account_id),
    isOver: row.is_over === true,
  }));
}
