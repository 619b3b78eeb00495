// Halts are stored in the database, and every trading program applies them, including those set
// through a standby program or by another owner of the lease.
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

/** Halts the symbols that are halted in the database, and releases the others. */
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
