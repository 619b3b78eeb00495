// What any program on this database has changed, for those that keep copies in memory: every program
// reads the new rows of the table `changes` twice a second, with one short query for all topics.
import { MINUTE_MS } from '@halyard/core/time';
import type { Database } from '#platform/db/db.ts';
import { followTable } from '#platform/follow-table/follow-table.ts';
import type { Log } from '#platform/log/log.ts';
import { deleteChangesOlderThan, readChangesSince } from './change-store.ts';

const POLL_MS = 500;
/** How long the rows stay in the table. */
const KEPT_MS = 10 * MINUTE_MS;
const CLEANED_EVERY_MS = MINUTE_MS;
/** After a longer time without an answer, some of the rows may be deleted already. */
const GAP_MS = KEPT_MS / 2;
/** The maximum number of changes to apply one by one. */
const CHANGES_MAX = 10_000;

/** The topics that the triggers in migrations/functions/changes.sql write. */
export type ChangeTopic = 'session-ended' | 'loss-limit-set';

export type Changes = {
  /**
   * Registers a listener for the keys of changed rows. It is called once for each commit after it
   * was registered, also for those of this program.
   */
  on(topic: ChangeTopic, listener: (keys: readonly string[]) => void): void;
  /** Registers a listener for the case that changes of any topic may have been missed. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
};

export type ChangesDeps = { readonly db: Database; readonly log: Pick<Log, 'error' | 'warn'> };

/** Starts to follow the changes of this moment and later. */
export async function followChanges({ db, log }: ChangesDeps): Promise<Changes> {
  const listeners: { readonly topic: ChangeTopic; readonly notify: Notify }[] = [];
  const gapListeners: (() => void)[] = [];
  let last = { snapshot: (await readChangesSince(db.kysely, undefined, 0)).snapshot, atMs: now() };
  let cleanedAtMs = now();

  const read = async (): Promise<void> => {
    const found = await readChangesSince(db.kysely, last.snapshot, CHANGES_MAX + 1);
    const isGap =
      now() - last.atMs > GAP_MS ||
      found.rows.length > CHANGES_MAX ||
      endOf(found.snapshot) < endOf(last.snapshot);
    last = { snapshot: found.snapshot, atMs: now() };
    if (isGap) {
      log.warn({}, 'changes of other programs may have been missed: copies are read again');
      for (const notify of gapListeners) notify();
      return;
    }
    for (const [topic, rows] of Map.groupBy(found.rows, (row) => row.topic)) {
      const keys = rows.map(({ key }) => key);
      for (const listener of listeners) if (listener.topic === topic) listener.notify(keys);
    }
    if (now() - cleanedAtMs < CLEANED_EVERY_MS) return;
    cleanedAtMs = now();
    await deleteChangesOlderThan(db.kysely, KEPT_MS);
  };
  const follower = followTable({ name: 'changes of other programs', read, log, pollMs: POLL_MS });
  follower.start();
  return {
    on: (topic, notify) => void listeners.push({ topic, notify }),
    onGap: (listener) => void gapListeners.push(listener),
    close: async () => await follower.close(),
  };
}

type Notify = (keys: readonly string[]) => void;

/** A duration doesn't depend on the clock of the machine, which can be set. */
function now(): number {
  return performance.now();
}

/**
 * Returns the first transaction that had not begun: `10:20:10,14` is xmin, xmax and those running. A
 * database that was replaced by an older copy has lower ones.
 */
function endOf(snapshot: string): bigint {
  return BigInt(snapshot.split(':')[1] ?? 0);
}
