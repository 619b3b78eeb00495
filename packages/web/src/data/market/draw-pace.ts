// How often a chart draws new prices. The chart that the ticket trades draws each one; the others
// collect them, because a trader does not read four charts four times a second.
import { browserSchedule, type PaintSchedule } from './quotes.ts';

/** The longest time that a price waits in a chart that the ticket doesn't trade. */
export const BACKGROUND_INTERVAL_MS = 500;
/** Prices come every quarter of a second, but not to the millisecond. */
const TOLERANCE_MS = 60;

export type PaceSchedule = Pick<PaintSchedule, 'now' | 'after'>;

export type DrawPace<Price> = {
  /** Draws the price with those that wait, or lets it wait until the interval has passed. */
  add(price: Price): void;
  /** Draws what waits, and ends. */
  close(): void;
};

export function createDrawPace<Price>(
  intervalMs: number,
  draw: (prices: readonly Price[]) => void,
  schedule: PaceSchedule = browserSchedule,
): DrawPace<Price> {
  let waiting: Price[] = [];
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (waiting.length === 0) return;
    const prices = waiting;
    waiting = [];
    drawnAtMs = schedule.now();
    draw(prices);
  };
  return {
    add(price) {
      waiting.push(price);
      const waitMs = drawnAtMs + intervalMs - schedule.now();
      if (waitMs <= TOLERANCE_MS) flush();
      else cancel ??= schedule.after(waitMs, flush);
    },
    close: flush,
  };
}
