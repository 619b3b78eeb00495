import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';

const INTERVAL_MS = 500;
/** How many records one transaction appends; others wait for the end of the chain meanwhile. */
const RECORDS_AT_ONCE = 200;

export type ChainingDeps = { readonly db: Database; readonly log: Pick<Log, 'warn' | 'error'> };

/**
 * Appends queued records to the chain twice a second. Every program does; they wait for each other,
 * and the rest find an empty queue.
 */
export function startChaining({ db, log }: ChainingDeps): { close(): Promise<void> } {
  const task = new PeriodicTask({
    name: 'the chain of the audit log',
    intervalMs: INTERVAL_MS,
    log,
    run: async (signal) => {
      while (!signal.aborted) {
        const { rows } = await sql<{ chained: number }>`
          select audit_chain_queued(${RECORDS_AT_ONCE}) as chained`.execute(db.kysely);
        if ((rows[0]?.chained ?? 0) < RECORDS_AT_ONCE) return;
      }
    },
  });
  // An outage is logged, and the next round retries.
  task.start().catch(() => undefined);
  return { close: async () => await task.close() };
}
