// Counts the uses of keys in memory and writes them every second, so that no request waits for a
// write. A crash loses the counts of the last second.
import { SECOND_MS } from '@halyard/core/time';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';
import { writeUses } from './key-use-store.ts';
import type { KeyUse } from './key-use-store.ts';

/** Uses are merged per key and address, so only an attacker with many addresses reaches this. */
const WAITING_MAX = 10_000;

export type UseLog = {
  note(use: { readonly keyId: number; readonly ip: string; readonly atMs: number }): void;
  /** Writes what was counted so far; throws an Outage when the database is unavailable. */
  flush(): Promise<void>;
  start(): void;
  close(): Promise<void>;
};

export function createUseLog({
  db,
  log,
}: {
  readonly db: Database;
  readonly log: Pick<Log, 'warn' | 'error'>;
}): UseLog {
  let waiting = new Map<string, KeyUse>();
  let flushing = Promise.resolve();
  const add = (use: KeyUse): void => {
    const name = `${use.keyId} ${use.ip}`;
    const known = waiting.get(name);
    if (known === undefined && waiting.size >= WAITING_MAX) return;
    const requests = use.requests + (known?.requests ?? 0);
    waiting.set(name, { ...use, requests, atMs: Math.max(use.atMs, known?.atMs ?? 0) });
  };
  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const uses = [...waiting.values()];
    waiting = new Map();
    try {
      await writeUses(db.kysely, uses);
    } catch (error) {
      for (const use of uses) add(use);
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    // Two flushes at the same time would wait for each other's rows.
    flushing = flushing.catch(() => undefined).then(write);
    await flushing;
  };
  const task = new PeriodicTask({
    name: 'the record of API key uses',
    intervalMs: SECOND_MS,
    log,
    run: flush,
  });
  return {
    note: (use) => add({ ...use, requests: 1 }),
    flush,
    start: () => void task.start().catch(() => undefined),
    close: async () => {
      await task.close();
      await flush().catch(() => undefined);
    },
  };
}
