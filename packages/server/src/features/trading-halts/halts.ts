// Manual halts, which persist across restarts.
import { points } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import type { SplitPrices } from '@halyard/market';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Database, Tables } from '#platform/db/db.ts';

type HaltsTables = Pick<Tables, 'symbol_halts'>;

export type Halt = {
  readonly symbol: string;
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
  /** Whether the symbol's quotes are ignored, because it was or will be split. */
  readonly isFrozen: boolean;
};

type HaltsDeps = {
  readonly db: Database;
  readonly market: HaltControl;
};

/** Applies halts to the market, which may run in another program. */
export type HaltControl = {
  halt(symbol: string): void | Promise<void>;
  resume(symbol: string): void | Promise<void>;
  freeze(symbol: string): void | Promise<void>;
  thaw(symbol: string, how: { readonly wasSplit: boolean }): void | Promise<void>;
  isSplitQuoted(symbol: string, prices: SplitPrices): boolean | Promise<boolean>;
};

export type Resumed = 'resumed' | 'not-halted' | 'split-not-quoted';

// Selects the splits in booking order, since the current halt.
const SPLITS = `
  select s.sell_points, s.buy_points, s.new_units, s.old_units, s.sequence, s.source,
    extract(epoch from s.source_at) * 1000 as source_at_ms,
    extract(epoch from s.received_at) * 1000 as received_at_ms
  from symbol_splits s join symbol_halts h on h.symbol = s.symbol
  where h.symbol = $1 and h.is_frozen and s.split_at >= h.halted_at
  order by s.split_at, s.sequence`;

/** Halts a symbol; false if it was already halted. */
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
  await deps.market.halt(symbol);
  return isNew;
}

export type Worked =
  | { readonly done: unknown }
  | { readonly rejection: unknown }
  /** The action waits for a second approval, and nothing has happened. */
  | { readonly isWaiting: true };

/**
 * Runs an action while quotes of a manually halted symbol are ignored, which continues until the
 * symbol is resumed; undefined if it is not manually halted. A rejection or a pending approval
 * leaves the symbol unchanged.
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
  await deps.market.freeze(symbol);
  // After an outage the symbol stays frozen, because the result of the split is unknown.
  const worked = await work();
  if (!('done' in worked) && !wasFrozen) {
    await setFrozen(deps, symbol, false);
    await deps.market.thaw(symbol, { wasSplit: false });
  }
  return worked;
}

/** Freezes or unfreezes a symbol; false if it is not manually halted. */
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
 * Ends the manual halt; other causes can still halt the symbol. Rejects while its source quotes a
 * price from before a split, compared with the stored prices because of possible restarts.
 */
export async function resumeSymbol(
  deps: HaltsDeps,
  { symbol, by, atMs }: Pick<Halt, 'symbol' | 'by' | 'atMs'>,
): Promise<Resumed> {
  const prices = await findSplitPrices(deps.db, symbol);
  if (prices !== undefined && !(await deps.market.isSplitQuoted(symbol, prices))) {
    return 'split-not-quoted';
  }
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
  await deps.market.thaw(symbol, { wasSplit: true });
  await deps.market.resume(symbol);
  return wasHalted ? 'resumed' : 'not-halted';
}

/** Returns a frozen symbol's quote as its last split since the halt adjusted it. */
export async function findSplitQuote(
  db: Pick<Database, 'query'>,
  symbol: string,
): Promise<Quote | undefined> {
  const row = (await db.query(SPLITS, [symbol])).at(-1);
  if (row === undefined) return undefined;
  return {
    symbol,
    bidPoints: points(Number(row['sell_points'])),
    askPoints: points(Number(row['buy_points'])),
    sequence: Number(row['sequence']),
    source: String(row['source']),
    sourceAtMs: Number(row['source_at_ms']),
    receivedAtMs: Number(row['received_at_ms']),
  };
}

/** Returns the prices around the splits since the halt; undefined if the symbol was not split. */
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
