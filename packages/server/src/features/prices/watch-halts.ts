// Halts stand in the database, and every program that trades obeys them: also those that an operator
// sets through a program that stands by, or one that had the lease while this one had lost it.
import type { Market } from '@halyard/market';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { listHalts } from './halts.ts';

const POLL_MS = 2_000;

type HaltWatchDeps = {
  readonly db: Database;
  readonly market: Pick<Market, 'halt' | 'resume'>;
  readonly log: Pick<Log, 'error'>;
};

export type HaltWatch = {
  /** Halts what is halted in the database, and frees what no longer is. */
  apply(): Promise<void>;
  /** From now on applies what comes, every two seconds. */
  start(): void;
  /** Does it while nothing is applied: what was read before is not applied after. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

export function watchHalts({ db, market, log }: HaltWatchDeps): HaltWatch {
  let applied: readonly string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return await turn;
  };
  const apply = async (): Promise<void> =>
    await inTurn(async () => {
      const symbols = (await listHalts(db.kysely)).map(({ symbol }) => symbol);
      for (const symbol of symbols) market.halt(symbol);
      for (const symbol of applied) if (!symbols.includes(symbol)) market.resume(symbol);
      applied = symbols;
    });
  const poll = async (): Promise<void> => {
    try {
      await apply();
    } catch (error) {
      // While the database is away nothing trades, and nothing can be halted either.
      if (!(error instanceof Outage)) log.error({ err: error }, 'halts could not be read');
    }
    if (timer !== undefined) schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(() => void poll(), POLL_MS);
    timer.unref();
  };
  return {
    apply,
    start: schedule,
    inTurn,
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await last;
    },
  };
}
