// Splitting and resuming a symbol exclude each other among all programs on the database.
import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import { createTurns } from '#platform/turns/turns.ts';

/** Runs work on a symbol while nobody else works on it. */
export type SymbolTurns = <Result>(symbol: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates the turns of this program. One transaction of it at a time holds or awaits a lock, for any
 * symbol, because the work itself needs connections of the same pool.
 */
export function createSymbolTurns(db: Pick<Database, 'kysely'>): SymbolTurns {
  const inTurn = createTurns();
  return async (symbol, work) => await inTurn(async () => await runLocked(db, symbol, work));
}

async function runLocked<Result>(
  db: Pick<Database, 'kysely'>,
  symbol: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return await db.kysely.transaction().execute(async (tx) => {
    // The transaction is idle while the work uses other connections; a split of many positions takes
    // longer than a statement may.
    await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`halt:${symbol}`}, 0))`.execute(tx);
    return await work();
  });
}
