// What stands in the database and every program obeys: read when it is wanted, and then again and
// again, for another program may have changed it.
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

const POLL_MS = 2_000;

export type TableFollower = {
  /** Puts into force what the table says now. */
  apply(): Promise<void>;
  /** From now on applies what comes, every two seconds. */
  start(): void;
  /** Does it while nothing is applied: what was read before is not applied after. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

export function followTable(options: {
  /** For the log. */
  readonly name: string;
  readonly read: () => Promise<void>;
  readonly log: Pick<Log, 'error'>;
}): TableFollower {
  const { name, read, log } = options;
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return await turn;
  };
  const apply = async (): Promise<void> => await inTurn(read);
  const poll = async (): Promise<void> => {
    try {
      await apply();
    } catch (error) {
      // While the database is away nothing trades or opens, and nothing can be set either.
      if (!(error instanceof Outage)) log.error({ err: error }, `${name} could not be read`);
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
