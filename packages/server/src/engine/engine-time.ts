// Time as the engine uses it. The database judges the lease; the engine only waits, and stops
// early.
import { createSystemScheduler } from '@halyard/market';
import type { Scheduler } from '@halyard/market';

export type EngineTime = Scheduler & {
  /** Returns monotonic milliseconds from an arbitrary origin. */
  monotonicMs(): number;
};

export const systemTime: EngineTime = {
  ...createSystemScheduler(),
  monotonicMs: () => performance.now(),
};
