// Measures the lag of one feed's quotes by the vendor's times. The difference between the vendor's
// clock and ours, the offset, is subtracted. A growing delay must not count as an offset, so the
// offset has three limits: it follows only the shortest delay, it rises slowly, and it never
// exceeds a second. Late quotes don't change it.
import { HOUR_MS } from '@halyard/core/time';

/** A quote with a longer lag, after subtracting the offset, is not traded. */
export const LAG_MAX_MS = 2_000;
/**
 * The largest credible difference between the clocks, in either direction. The clock of a machine
 * with NTP differs by far less.
 */
const OFFSET_MAX_MS = 1_000;
/** The offset can rise to the shortest delay within this time. */
const OFFSET_WINDOW_MS = HOUR_MS;
/** How far the offset can rise per window: 28 ppm. A clock that drifts faster needs NTP. */
const OFFSET_RISE_MAX_MS = 100;
/** The window of the displayed lag, which is the shortest lag within one to two windows. */
const SHOWN_WINDOW_MS = 10_000;

export type Timing = {
  /** Whether the vendor's protocol has a time; otherwise the lag is unknown. */
  readonly hasSourceTime: boolean;
  /**
   * The shortest lag of the last 10 to 20 seconds; undefined if nothing arrived or the lag is
   * unknown.
   */
  readonly lagMs: number | undefined;
  /** Our clock minus the vendor's, as far as it is credible; undefined if unknown. */
  readonly clockOffsetMs: number | undefined;
  /** The symbols whose newest quote was too late. */
  readonly lateSymbols: readonly string[];
};

/** A measuring window: the shortest delay since its start. */
type Window = { fromMs: number; shortestMs: number };

/** The clock and delay measurements of one vendor. */
export class SourceClock {
  readonly #late = new Set<string>();
  #offsetMs = 0;
  #long: Window = { fromMs: -Infinity, shortestMs: Infinity };
  #shown: Window = { fromMs: -Infinity, shortestMs: Infinity };
  #shownBefore: Window = { fromMs: -Infinity, shortestMs: Infinity };

  /** Records a quote that has arrived. Returns its lag, never below zero. */
  note(symbol: string, sourceAtMs: number, nowMs: number): number {
    const delayMs = nowMs - sourceAtMs;
    this.#show(delayMs, nowMs);
    this.#offsetMs = Math.min(this.#offsetMs, bounded(delayMs));
    const lagMs = Math.max(0, delayMs - this.#offsetMs);
    if (lagMs > LAG_MAX_MS) {
      this.#late.add(symbol);
      return lagMs;
    }
    this.#late.delete(symbol);
    this.#learn(delayMs, nowMs);
    return lagMs;
  }

  /** Converts the vendor's time of a quote to our own clock; never in the future. */
  givenAtMs(sourceAtMs: number, nowMs: number): number {
    return Math.min(nowMs, sourceAtMs + this.#offsetMs);
  }

  timing(nowMs: number): Timing {
    const shortestMs = Math.min(
      ...[this.#shown, this.#shownBefore]
        .filter(({ fromMs }) => nowMs - fromMs < 2 * SHOWN_WINDOW_MS)
        .map((window) => window.shortestMs),
    );
    return {
      hasSourceTime: true,
      lagMs: shortestMs === Infinity ? undefined : Math.max(0, shortestMs - this.#offsetMs),
      clockOffsetMs: this.#offsetMs,
      lateSymbols: [...this.#late],
    };
  }

  #learn(delayMs: number, nowMs: number): void {
    const window = this.#long;
    if (!isIn(window, nowMs, OFFSET_WINDOW_MS)) {
      const risenMs = this.#offsetMs + OFFSET_RISE_MAX_MS;
      if (window.shortestMs !== Infinity) {
        this.#offsetMs = Math.min(bounded(window.shortestMs), risenMs);
      }
      this.#long = { fromMs: nowMs, shortestMs: delayMs };
    }
    this.#long.shortestMs = Math.min(this.#long.shortestMs, delayMs);
    this.#offsetMs = Math.min(this.#offsetMs, bounded(delayMs));
  }

  #show(delayMs: number, nowMs: number): void {
    if (!isIn(this.#shown, nowMs, SHOWN_WINDOW_MS)) {
      this.#shownBefore = this.#shown;
      this.#shown = { fromMs: nowMs, shortestMs: delayMs };
    }
    this.#shown.shortestMs = Math.min(this.#shown.shortestMs, delayMs);
  }
}

/** Returns whether `nowMs` lies in the window; false also after the clock was set back. */
function isIn({ fromMs }: Window, nowMs: number, lengthMs: number): boolean {
  return nowMs >= fromMs && nowMs - fromMs < lengthMs;
}

function bounded(offsetMs: number): number {
  return Math.max(-OFFSET_MAX_MS, Math.min(OFFSET_MAX_MS, offsetMs));
}
