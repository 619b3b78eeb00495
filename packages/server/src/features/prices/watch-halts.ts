// Halts stand in the database, and every program that trades obeys them: also those that an operator
// sets through a program that stands by, or one that had the lease while this one had lost it.
import type { Market } from '@halyard/market';
import type { Database } from '#platform/db/db.ts';
import { followTable } from '#platform/follow-table/follow-table.ts';
import type { TableFollower } from '#platform/follow-table/follow-table.ts';
import type { Log } from '#platform/log/log.ts';
import { listHalts } from './halts.ts';

type HaltWatchDeps = {
  readonly db: Database;
  readonly market: Pick<Market, 'halt' | 'resume' | 'freeze' | 'thaw'>;
  readonly log: Pick<Log, 'error'>;
};

/** Halts what is halted in the database, and frees what no longer is. */
export function watchHalts({ db, market, log }: HaltWatchDeps): TableFollower {
  let applied: readonly string[] = [];
  const read = async (): Promise<void> => {
    const halts = await listHalts(db.kysely);
    const symbols = halts.map(({ symbol }) => symbol);
    for (const { symbol, isFrozen } of halts) {
      market.halt(symbol);
      if (isFrozen) market.freeze(symbol);
      else market.thaw(symbol, { wasSplit: false });
    }
    for (const symbol of applied.filter((one) => !symbols.includes(one))) {
      market.thaw(symbol, { wasSplit: true });
      market.resume(symbol);
    }
    applied = symbols;
  };
  return followTable({ name: 'halts', read, log });
}
