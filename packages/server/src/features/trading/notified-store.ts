// The engine's notices of which customers have not been notified yet, each with its position.
import type { Direction, Points } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import { fromStored } from '#engine/engine.ts';
import type { AccountNotice } from '#engine/engine.ts';
import type { Narrow, Tables } from '#platform/db/db.ts';

type NotifiedTables = {
  told_notices: Tables['told_notices'];
  account_notices: Narrow<
    'account_notices',
    { kind: AccountNotice['kind']; facts: AccountNotice['facts'] }
  >;
  positions: Narrow<
    'positions',
    {
      direction: Direction;
      amount_cents: Cents;
      termination_points: Points;
      close_points: Points;
      close_sell_points: Points;
      close_buy_points: Points;
      profit_cents: Cents;
    }
  >;
};

const ONLY_ID = 1;

export type NotifiedPosition = {
  readonly symbol: string;
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  readonly stopOutPoints: Points;
  readonly closePoints: Points;
  readonly closeBidPoints: Points;
  readonly closeAskPoints: Points;
  readonly profitCents: Cents;
};

export type Untold = {
  readonly sequence: number;
  readonly notice: AccountNotice;
};

/**
 * Returns the next notices in the order of the commits. Other callers wait for the end of this
 * transaction.
 */
export async function listUntold(tx: Kysely<object>, limit: number): Promise<readonly Untold[]> {
  const tables = tx.withTables<NotifiedTables>();
  const { sequence: last } = await tables
    .selectFrom('told_notices')
    .select('sequence')
    .where('id', '=', ONLY_ID)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const rows = await tables
    .selectFrom('account_notices')
    .selectAll()
    .where('sequence', '>', last)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(({ sequence, account_id: accountId, kind, noticed_at, facts }) => ({
    sequence,
    // The cast is safe: the engine wrote kind and facts together.
    notice: {
      accountId,
      atMs: noticed_at.getTime(),
      kind,
      facts: fromStored(facts),
    } as AccountNotice,
  }));
}

export async function setNotified(tx: Kysely<object>, sequence: number): Promise<void> {
  await tx
    .withTables<NotifiedTables>()
    .updateTable('told_notices')
    .set({ sequence })
    .where('id', '=', ONLY_ID)
    .execute();
}

/** Returns the symbol of a position, open or closed. */
export async function getSymbol(tx: Kysely<object>, positionId: number): Promise<string> {
  const { symbol } = await tx
    .withTables<NotifiedTables>()
    .selectFrom('positions')
    .select('symbol')
    .where('id', '=', positionId)
    .executeTakeFirstOrThrow();
  return symbol;
}

/** Returns a closed position; undefined for one that is open or does not exist. */
export async function findClosedPosition(
  tx: Kysely<object>,
  id: number,
): Promise<NotifiedPosition | undefined> {
  const row = await tx
    .withTables<NotifiedTables>()
    .selectFrom('positions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { close_points, close_sell_points, close_buy_points, profit_cents } = row;
  // Both columns are set or neither is, which the types don't express.
  if (close_points === null || close_sell_points === null) return undefined;
  if (close_buy_points === null || profit_cents === null) return undefined;
  return {
    symbol: row.symbol,
    direction: row.direction,
    amountCents: row.amount_cents,
    leverage: row.leverage,
    stopOutPoints: row.termination_points,
    closePoints: close_points,
    closeBidPoints: close_sell_points,
    closeAskPoints: close_buy_points,
    profitCents: profit_cents,
  };
}
