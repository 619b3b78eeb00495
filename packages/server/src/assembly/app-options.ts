import type { Clock } from '#platform/clock/clock.ts';
import type { openDatabase } from '#platform/db/db.ts';
import type { HttpOptions } from '#platform/http/http.ts';
import type { LiveLimits } from '#platform/live/live.ts';
import type { Log } from '#platform/log/log.ts';

export type AppOptions = {
  readonly log: Log;
  /** Called when the engine has stopped permanently; the program must exit. */
  readonly onFatal: (error: unknown) => void;
  /** The clock of the program; the system's unless a test sets one. */
  readonly clock?: Clock;
  readonly rates?: HttpOptions['rates'];
  readonly liveLimits?: LiveLimits;
  /** The polling interval of the job queues; tests use a shorter one. */
  readonly jobPollMs?: number;
  /** How often traces are sent; tests send sooner. */
  readonly traceSendMs?: number;
  /** The folder of the built web app; tests can serve a page of their own. */
  readonly webRoot?: string;
  /** Opens the database. Tests replace this function to get the running program's connection. */
  readonly openDatabase?: typeof openDatabase;
};
