// One process of `npm run bench -- boot`: an engine that stands by beside one that serves, and takes the
// lease over from it. It is forked with the database's address.
import { loadCatalogue } from '@halyard/market';
import { createEngine } from '#engine/engine.ts';
import { openDatabase } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { printProblem } from './bench-database.ts';
import { addBenchAccounts, BENCH_RULES } from './bench-engine.ts';

/** Commands that the owner does before it stops. */
const ACCOUNTS_ADDED = 2_000;
const FIRST_ADDED = 10_000_000;

export type TakeOverReading = {
  /** From the return of the lease to the first order that the other engine would accept. */
  readonly seconds: number;
  readonly isFollowed: boolean;
};

async function main(url: string): Promise<TakeOverReading> {
  const [db, otherDb] = await Promise.all([open(url), open(url)]);
  const start = (own: Pick<Parameters<typeof createEngine>[0], 'db' | 'standbyDb'>, log: Log) =>
    createEngine({
      ...own,
      rules: BENCH_RULES,
      instruments: loadCatalogue(),
      log,
      onFatal: (error) => {
        throw error;
      },
    });
  const owner = start(
    { db },
    listen(() => undefined),
  );
  await owner.whenReady();
  const loaded = Promise.withResolvers<void>();
  let isFollowed = false;
  const standby = start(
    { db: otherDb, standbyDb: otherDb },
    listen((facts) => {
      if ('epoch' in facts) isFollowed = facts['isFollowed'] === true;
      else loaded.resolve();
    }),
  );
  await loaded.promise;
  await addBenchAccounts(owner, { from: FIRST_ADDED, count: ACCOUNTS_ADDED });
  await owner.stop();
  const stoppedMs = performance.now();
  await standby.whenReady();
  const seconds = (performance.now() - stoppedMs) / 1_000;
  await standby.stop();
  await Promise.all([db.close(), otherDb.close()]);
  return { seconds, isFollowed };
}

async function open(url: string) {
  return await openDatabase({ url, directory: '', onError: printProblem });
}

/** A log of which only the facts of informational lines are read. */
function listen(onInfo: (facts: Readonly<Record<string, unknown>>) => void): Log {
  const ignore = (): void => undefined;
  const info = (facts: object | string): void => {
    if (typeof facts === 'object') onInfo({ ...facts });
  };
  return { debug: ignore, info, warn: ignore, error: ignore, fatal: ignore };
}

const [, , url = ''] = process.argv;
process.send?.(await main(url));
process.disconnect();
