// How far the clock of this machine is from the database's. Sessions, limits and orders have times
// of the programs, so that programs with different clocks contradict each other.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';

const CHECKED_EVERY_MS = MINUTE_MS;
const SKEW_MAX_MS = SECOND_MS;

export type ClockSkewDeps = {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
};

export type ClockSkew = {
  /** How far the database's clock is ahead of this program's; negative: behind. */
  readonly skewMs: number;
  /** Half of the time that the answer took. */
  readonly uncertaintyMs: number;
};

export async function readClockSkew({ db, clock }: ClockSkewDeps): Promise<ClockSkew> {
  const askedAtMs = clock.nowMs();
  const [row] = await db.query('select clock_timestamp() as now', []);
  const uncertaintyMs = Math.max(0, clock.nowMs() - askedAtMs) / 2;
  const databaseMs = row?.['now'] instanceof Date ? row['now'].getTime() : Number.NaN;
  return { skewMs: databaseMs - (askedAtMs + uncertaintyMs), uncertaintyMs };
}

/** Compares the clocks now and every minute; logs when they begin to differ and when they agree. */
export function watchClockSkew(
  deps: ClockSkewDeps & { readonly log: Pick<Log, 'info' | 'warn' | 'error'> },
): { close(): Promise<void> } {
  let isSkewed = false;
  const task = new PeriodicTask({
    name: 'the comparison of the clocks',
    intervalMs: CHECKED_EVERY_MS,
    log: deps.log,
    run: async () => {
      const { skewMs, uncertaintyMs } = await readClockSkew(deps);
      const wasSkewed = isSkewed;
      isSkewed = Math.abs(skewMs) - uncertaintyMs > SKEW_MAX_MS;
      if (isSkewed === wasSkewed) return;
      const facts = { skewMs: Math.round(skewMs) };
      if (isSkewed) {
        deps.log.warn(
          facts,
          'the clocks of this machine and of the database differ: synchronize both, such as with chrony',
        );
      } else {
        deps.log.info(facts, 'the clocks of this machine and of the database agree again');
      }
    },
  });
  // An outage is logged, and the next round retries.
  task.start().catch(() => undefined);
  return { close: async () => await task.close() };
}
