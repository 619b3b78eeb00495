import { hostname } from 'node:os';
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import { readClockSkew } from '#platform/clock-skew/clock-skew.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';
import { forgetLostPrograms, showProgram } from './program-store.ts';
import type { SeenProgram } from './program-store.ts';

const SHOWN_EVERY_MS = 5 * SECOND_MS;
const FORGOTTEN_EVERY_MS = 10 * MINUTE_MS;
/** The column is an integer; a clock that is a month off is as wrong as one that is a year off. */
const SKEW_SHOWN_MAX_MS = 30 * 24 * 60 * MINUTE_MS;

/** What changes while a program runs. */
export type ProgramState = Pick<SeenProgram, 'isReady' | 'engine' | 'epoch' | 'batch' | 'messages'>;

export type AnnounceOptions = Pick<SeenProgram, 'dataDir' | 'version' | 'roles' | 'migrations'> & {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly readState: () => ProgramState;
  /** By the monotonic clock. */
  readonly startedAtMs: number;
};

export type Announced = {
  /** Shows the state now, because it has changed. */
  wake(): void;
  close(): Promise<void>;
};

/** Shows the state of a program that has entered, until it is closed. */
export function announceProgram({
  db,
  clock,
  log,
  readState,
  startedAtMs,
  ...fixed
}: AnnounceOptions): Announced {
  const place = { host: hostname(), dataDir: fixed.dataDir, pid: process.pid };
  let forgottenAtMs = Number.NEGATIVE_INFINITY;
  const task = new PeriodicTask({
    name: 'the sign of life of this program',
    intervalMs: SHOWN_EVERY_MS,
    log,
    run: async () => {
      const { skewMs } = await readClockSkew({ db, clock });
      const nowMs = performance.now();
      const upMs = Math.round(nowMs - startedAtMs);
      await showProgram(db, { ...fixed, ...place, ...readState(), upMs, clockSkewMs: cut(skewMs) });
      if (nowMs - forgottenAtMs < FORGOTTEN_EVERY_MS) return;
      forgottenAtMs = nowMs;
      await forgetLostPrograms(db);
    },
  });
  // An outage is logged, and the next round retries.
  task.start().catch(() => undefined);
  return {
    wake: () => task.wake(),
    close: () => task.close(),
  };
}

function cut(skewMs: number): number {
  return Math.round(Math.max(-SKEW_SHOWN_MAX_MS, Math.min(SKEW_SHOWN_MAX_MS, skewMs)));
}
