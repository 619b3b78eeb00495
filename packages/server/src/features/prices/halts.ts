// What the operator halted stays halted, over restarts too.
import type { Market, SplitPrices } from '@halyard/market';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Database, Tables } from '#platform/db/db.ts';

type HaltsTables = Pick<Tables, 'symbol_halts'>;

export type Halt = {
  readonly symbol: string;
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
  /** Its quotes are not taken: it was split, or is about to be. */
  readonly isFrozen: boolean;
};

type HaltsDeps = {
  readonly db: Database;
  readonly market: Pick<Market, 'halt' | 'resume' | 'freeze' | 'thaw' | 'isSplitQuoted'>;
};

export type Resumed = 'resumed' | 'not-halted' | 'split-not-quoted';

// In the order in which they were booked, since the halt that still holds.
const SPLITS = `
  select s.sell_points, s.new_units, s.old_units
  from symbol_splits s join symbol_halts h on h.symbol = s.symbol
  where h.symbol = $1 and h.is_frozen and s.split_at >= h.halted_at
  order by s.split_at, s.sequence`;

/** Nothing trades on the symbol from now on; false when it was halted before. */
export async function haltSymbol(deps: HaltsDeps, halt: Omit<Halt, 'isFrozen'>): Promise<boolean> {
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

export type Worked =
  | { readonly done: unknown }
  | { readonly refusal: unknown }
  /** It waits for a second person, and nothing is done yet. */
  | { readonly isWaiting: true };

/**
 * Does it while no quote of a halted symbol is taken, and none is until it is resumed; undefined when
 * nobody has halted it. What is refused, or waits, leaves the symbol as it was.
 */
export async function workFrozen<Result extends Worked>(
  deps: HaltsDeps,
  symbol: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const wasFrozen = (await listHalts(deps.db.kysely)).some(
    (halt) => halt.symbol === symbol && halt.isFrozen,
  );
  if (!(await setFrozen(deps, symbol, true))) return undefined;
  deps.market.freeze(symbol);
  // An outage leaves it frozen: whether it was split is not known then.
  const worked = await work();
  if (!('done' in worked) && !wasFrozen) {
    await setFrozen(deps, symbol, false);
    deps.market.thaw(symbol, { wasSplit: false });
  }
  return worked;
}

/** False when nobody has halted it. */
async function setFrozen({ db }: HaltsDeps, symbol: string, isFrozen: boolean): Promise<boolean> {
  const found = await db.kysely
    .withTables<HaltsTables>()
    .updateTable('symbol_halts')
    .set({ is_frozen: isFrozen })
    .where('symbol', '=', symbol)
    .returning('symbol')
    .execute();
  return found.length > 0;
}

/**
 * Ends the operator's halt; other causes may still halt the symbol. Not while its source quotes a price
 * of before a split: the prices are those that are stored, for a restart may have come between.
 */
export async function resumeSymbol(
  deps: HaltsDeps,
  { symbol, by, atMs }: Pick<Halt, 'symbol' | 'by' | 'atMs'>,
): Promise<Resumed> {
  const prices = await findSplitPrices(deps.db, symbol);
  if (prices !== undefined && !deps.market.isSplitQuoted(symbol, prices)) return 'split-not-quoted';
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
  deps.market.thaw(symbol, { wasSplit: true });
  deps.market.resume(symbol);
  return wasHalted ? 'resumed' : 'not-halted';
}

/** Undefined when the symbol was not split since it was halted. */
async function findSplitPrices(
  db: Pick<Database, 'query'>,
  symbol: string,
): Promise<SplitPrices | undefined> {
  const rows = await db.query(SPLITS, [symbol]);
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const ratio = Number(first['new_units']) / Number(first['old_units']);
  return { before: Number(first['sell_points']) * ratio, after: Number(last['sell_points']) };
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
    isFrozen: row.is_frozen,
  }));
}
