import type { EngineRules } from '@halyard/core/engine';
import type { Instrument, Quote } from '@halyard/core/instrument';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { EngineDatabase } from './engine-database.ts';
import type { EngineOwner, EngineObserver } from './engine-interface.ts';
import type { EngineTime } from './engine-time.ts';

export type EngineOptions = {
  readonly db: EngineDatabase;
  /**
   * The same database, if the engine keeps its memory up to date while another program serves, so
   * that a take-over does not load everything. Absent: it loads everything.
   */
  readonly standbyDb?: Pick<Database, 'kysely'> | undefined;
  readonly rules: EngineRules;
  readonly instruments: readonly Instrument[];
  readonly log: Log;
  /**
   * Called before each term except the first. Returns the last quotes of the program that held the
   * lease in between; absent if no other program can quote. An Outage ends the term.
   */
  readonly recallQuotes?: () => Promise<readonly Quote[]>;
  /** An assertion failed: the engine has stopped permanently, and the program must exit. */
  readonly onFatal: (error: unknown) => void;
  readonly observer?: EngineObserver | undefined;
  /**
   * Another engine of the same program. This engine holds its lease only while the other one is
   * ready, so that one program serves both. Absent: the lease depends on no other engine.
   */
  readonly follows?: Pick<EngineOwner, 'isReady' | 'whenReady'>;
  /** The clock of the engine; the system's unless a test sets one. */
  readonly time?: EngineTime;
  /**
   * Sets the time of customers' commands when they are decided, so that it doesn't depend on the
   * clock of the machine that received them. Absent: each has the time that its sender set.
   */
  readonly clock?: Clock;
};
