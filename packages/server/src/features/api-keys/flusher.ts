import type { Log } from '#platform/log/log.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';

/** Periodically writes to the database what was collected in memory. */
export type Flusher = {
  /** Writes what is due; throws an Outage when the database is unavailable. */
  flush(): Promise<void>;
  start(): void;
  close(): Promise<void>;
};

export type FlusherOptions = {
  readonly name: string;
  readonly intervalMs: number;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly write: () => Promise<void>;
};

export function createFlusher({ write, ...options }: FlusherOptions): Flusher {
  let flushing = Promise.resolve();
  const flush = async (): Promise<void> => {
    // Two flushes at the same time would wait for each other's rows.
    flushing = flushing.catch(() => undefined).then(write);
    await flushing;
  };
  const task = new PeriodicTask({ ...options, run: flush });
  return {
    flush,
    start: () => void task.start().catch(() => undefined),
    close: async () => {
      await task.close();
      await flush().catch(() => undefined);
    },
  };
}
