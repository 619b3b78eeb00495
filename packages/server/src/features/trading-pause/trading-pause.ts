// The trading pause for the whole platform: no one can open positions, manually or automatically.
// Closes, stops, targets, deposits and withdrawals continue. It is stored in the database, and
// every trading program applies it within two seconds.
import type { Rejection } from '@halyard/contract/rejections';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { followTable } from '#platform/follow-table/follow-table.ts';
import type { Log } from '#platform/log/log.ts';
import { deleteTradingPause, findTradingPause, insertTradingPause } from './trading-pause-store.ts';
import type { Begun } from './trading-pause-store.ts';

export type TradingPause = {
  /** Returns since when and why trading is paused; undefined while it is not. */
  find(): Begun | undefined;
  /** Returns the error of every opening while trading is paused. */
  findOpeningRejection(): Rejection | undefined;
  /** Starts a trading pause; false if one had already started. */
  begin(wanted: Omit<Begun, 'atMs'>): Promise<boolean>;
  /** Ends the trading pause; false if there was none. */
  end(wanted: Pick<Begun, 'by'>): Promise<boolean>;
  close(): Promise<void>;
};

export type TradingPauseDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
};

export async function createTradingPause(deps: TradingPauseDeps): Promise<TradingPause> {
  const { db, clock, log } = deps;
  let begun = await findTradingPause(db.kysely);
  const read = async (): Promise<void> => {
    begun = await findTradingPause(db.kysely);
  };
  const { start, inTurn, close } = followTable({ name: 'maintenance', read, log });
  start();
  return {
    find: () => begun,
    findOpeningRejection: () => (begun === undefined ? undefined : { code: 'maintenance' }),
    begin: async (wanted) =>
      await inTurn(async () => {
        const isNew = await begin(deps, { ...wanted, atMs: clock.nowMs() });
        await read();
        return isNew;
      }),
    end: async (wanted) =>
      await inTurn(async () => {
        const wasOn = await end(deps, wanted.by);
        await read();
        return wasOn;
      }),
    close,
  };
}

async function begin({ db }: TradingPauseDeps, begun: Begun): Promise<boolean> {
  return await db.kysely.transaction().execute(async (transaction) => {
    if (!(await insertTradingPause(transaction, begun))) return false;
    const { by: actor, reason, atMs } = begun;
    const event = { actor, action: 'maintenance.begin', subject: 'installation', reason };
    await recordAudit(transaction, atMs, event);
    return true;
  });
}

async function end({ db, clock }: TradingPauseDeps, actor: string): Promise<boolean> {
  return await db.kysely.transaction().execute(async (transaction) => {
    if (!(await deleteTradingPause(transaction))) return false;
    const event = { actor, action: 'maintenance.end', subject: 'installation' };
    await recordAudit(transaction, clock.nowMs(), event);
    return true;
  });
}
