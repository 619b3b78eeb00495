// Rejected quotes: counted by symbol and reason, with the newest in full.
import type { RejectedQuote } from './symbol-pipeline.ts';

/** How many rejected quotes memory holds; a listener can store more. */
export const REJECTIONS_KEPT = 1_000;

export type RejectionCount = {
  readonly symbol: string | undefined;
  readonly source: string;
  readonly reason: RejectedQuote['reason'];
  readonly count: number;
};

export type RejectionLog = {
  note(rejected: RejectedQuote): void;
  /**
   * Returns the newest REJECTIONS_KEPT, oldest first; ticks of a closed market are only counted.
   */
  recent(): readonly RejectedQuote[];
  counts(): readonly RejectionCount[];
};

export function createRejectionLog(): RejectionLog {
  const counts = new Map<
    string,
    { -readonly [Key in keyof RejectionCount]: RejectionCount[Key] }
  >();
  const recent: RejectedQuote[] = [];
  return {
    note(rejected) {
      const { symbol, source, reason } = rejected;
      const key = `${symbol}|${source}|${reason}`;
      const known = counts.get(key) ?? { symbol, source, reason, count: 0 };
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
