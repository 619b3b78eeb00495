// Time as the engine uses it. It judges no lease by it, for that is the database's to do: it only
// waits, and stops early.
import { createSystemScheduler } from '@halyard/market';
import type { Scheduler } from '@halyard/market';

export type EngineTime = Scheduler & {
  /** Milliseconds that only grow, from any beginning. */
  monotonicMs(): number;
};

export const systemTime: EngineTime = {
  ...createSystemScheduler(),
  monotonicMs: () => performance.now(),
};
