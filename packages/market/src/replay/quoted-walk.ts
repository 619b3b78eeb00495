// A walk at the time it is quoted: file time runs `speed` times as fast as the clock, from
// `fileStartMs` at the instant `startMs`.
import type { Series, WalkPoint } from './series.ts';

export type Mapping = {
  /** The file time that is played at `startMs`. */
  readonly fileStartMs: number;
  readonly startMs: number;
  readonly speed: number;
};

export type QuotedWalk = {
  readonly count: number;
  /** When the replay of this symbol ends: nothing is quoted from this instant on. */
  readonly endMs: number;
  quotedAtMs(index: number): number;
  point(index: number): WalkPoint;
  /** Returns how many points have been quoted at `nowMs`. */
  countAt(nowMs: number): number;
};

// The tolerance for a quotient of two whole milliseconds, whose last bit can be wrong.
const ROUNDING_SLACK_MS = 1e-6;

export function createQuotedWalk(series: Series, mapping: Mapping): QuotedWalk {
  const { fileStartMs, startMs, speed } = mapping;
  const toNowMs = (fileMs: number): number =>
    startMs + Math.ceil((fileMs - fileStartMs) / speed - ROUNDING_SLACK_MS);
  const quotedAtMs = (index: number): number => toNowMs(series.fileAtMs(index));
  return {
    count: series.count,
    endMs: toNowMs(series.endMs),
    quotedAtMs,
    point: (index) => series.point(index),
    countAt(nowMs) {
      let low = 0;
      let high = series.count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (quotedAtMs(middle) <= nowMs) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
