// What the operator halted stays halted, over restarts too.
import type { Market } from '@halyard/market';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Database } from '#platform/db/db.ts';

type HaltsTables = {
  symbol_halts: { symbol: string; halted_by: string; reason: string; halted_at: Date };
};

export type Halt = {
  readonly symbol: string;
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
};

type HaltsDeps = { readonly db: Database; readonly market: Pick<Market, 'halt' | 'resume'> };

/** Nothing trades on the symbol from now on; false when it was halted before. */
export async function haltSymbol(deps: HaltsDeps, halt: Halt): Promise<boolean> {
  const { symbol, by, reason, atMs } = halt;
  const isNew = await deps.db.kysely.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .withTables<HaltsTables>()
      .insertInto('symbol_halts')
      .values({ symbol, halted_by: by, reason, halted_at: new Date(atMs) })
      .onConflict((conflict) => conflict.column('symbol').doNothing())
      .returning('symbol')
      .execute();
    if (inserted.length === 0) return false;
    await recordAudit(transaction, atMs, {
      actor: by,
      action: 'symbol.halt',
      subject: symbol,
      reason,
    });
    return true;
  });
  deps.market.halt(symbol);
  return isNew;
}

/** Ends the operator's halt; false when there was none. Other causes may still halt the symbol. */
export async function resumeSymbol(
  deps: HaltsDeps,
  { symbol, by, atMs }: Omit<Halt, 'reason'>,
): Promise<boolean> {
  const wasHalted = await deps.db.kysely.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .withTables<HaltsTables>()
      .deleteFrom('symbol_halts')
      .where('symbol', '=', symbol)
      .returning('symbol')
      .execute();
    if (deleted.length === 0) return false;
    await recordAudit(transaction, atMs, { actor: by, action: 'symbol.resume', subject: symbol });
    return true;
  });
  deps.market.resume(symbol);
  return wasHalted;
}

export async function listHalts(db: Kysely<object>): Promise<readonly Halt[]> {
  const rows = await db
    .withTables<HaltsTables>()
    .selectFrom('symbol_halts')
    .selectAll()
    .orderBy('symbol')
    .execute();
  return rows.map((row) => ({
    symbol: row.symbol,
    by: row.halted_by,
    reason: row.reason,
    atMs: row.halted_at.getTime(),
  }));
}
