// What was refused: counted by symbol and reason, the newest kept whole.
import type { RejectedTick } from './symbol-pipeline.ts';

/** How many rejected ticks are kept in memory; a listener may keep more. */
export const REJECTIONS_KEPT = 1_000;

export type RejectionCount = {
  readonly symbol: string;
  readonly source: string;
  readonly reason: RejectedTick['reason'];
  readonly count: number;
};

export type RejectionLog = {
  note(rejected: RejectedTick): void;
  /** The newest REJECTIONS_KEPT, oldest first; of a closed market's ticks only the count is kept. */
  recent(): readonly RejectedTick[];
  counts(): readonly RejectionCount[];
};

export function createRejectionLog(): RejectionLog {
  const counts = new Map<
    string,
    { -readonly [Key in keyof RejectionCount]: RejectionCount[Key] }
  >();
  const recent: RejectedTick[] = [];
  return {
    note(rejected) {
      const { tick, source, reason } = rejected;
      const key = `${tick.symbol}|${source}|${reason}`;
      const known = counts.get(key) ?? { symbol: tick.symbol, source, reason, count: 0 };
      known.count += 1;
      counts.set(key, known);
      if (reason === 'closed') return;
      recent.push(rejected);
      if (recent.length > REJECTIONS_KEPT) recent.shift();
    },
    recent: () => recent,
    counts: () => [...counts.values()],
  };
}
