import type { Clock } from '#platform/clock/clock.ts';
import type { openDatabase } from '#platform/db/db.ts';
import type { HttpOptions } from '#platform/http/http.ts';
import type { LiveLimits } from '#platform/live/live.ts';
import type { Log } from '#platform/log/log.ts';

export type AppOptions = {
  readonly log: Log;
  /** The engine has stopped for good: the program must end. */
  readonly onFatal: (error: unknown) => void;
  /** The system's, unless a test moves time. */
  readonly clock?: Clock;
  readonly rates?: HttpOptions['rates'];
  readonly liveLimits?: LiveLimits;
  /** How often the queues of work are looked at; a test does not like to wait. */
  readonly jobPollMs?: number;
  /** The built web app; a test brings a page of its own. */
  readonly webRoot?: string;
  /** The real one; a test that looks into the running program's database keeps what it gives. */
  readonly openDatabase?: typeof openDatabase;
};
