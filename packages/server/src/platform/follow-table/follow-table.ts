// Applies a table's content that every program follows: it is read now and then every two seconds,
// or as often as given, because another program can change it.
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { createTurns } from '#platform/turns/turns.ts';
import type { Turns } from '#platform/turns/turns.ts';

const POLL_MS = 2_000;

export type TableFollower = {
  /** Applies the table's current content. */
  apply(): Promise<void>;
  /** Starts to apply changes periodically. */
  start(): void;
  /**
   * Runs work without concurrent application; content that was read before is not applied
   * afterwards.
   */
  readonly inTurn: Turns;
  close(): Promise<void>;
};

export function followTable(options: {
  /** The name of the followed content, for the log. */
  readonly name: string;
  readonly read: () => Promise<void>;
  readonly log: Pick<Log, 'error'>;
  readonly pollMs?: number;
}): TableFollower {
  const { name, read, log, pollMs = POLL_MS } = options;
  const inTurn = createTurns();
  let timer: NodeJS.Timeout | undefined;

  const apply = async (): Promise<void> => await inTurn(read);
  const poll = async (): Promise<void> => {
    try {
      await apply();
    } catch (error) {
      // Outages are not logged, because nothing can trade, open or be set while the database is
      // unavailable.
      if (!(error instanceof Outage)) log.error({ err: error }, `${name} could not be read`);
    }
    if (timer !== undefined) schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(() => void poll(), pollMs);
    timer.unref();
  };
  return {
    apply,
    start: schedule,
    inTurn,
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await inTurn(async () => undefined);
    },
  };
}
