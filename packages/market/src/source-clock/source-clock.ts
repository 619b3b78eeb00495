// How late the quotes of one feed come, by the vendor's own times. The vendor's clock and ours
// differ by a little; what is measured of that, the offset, is taken off. A delay that grows must
// not pass for an offset, so it has three bounds: it follows the shortest delay alone, it rises
// slowly, and it is never more than a second. Quotes that come late tell nothing about it.
import { HOUR_MS } from '@halyard/core/time';

/** A quote that comes later than this, the offset taken off, is not traded on. */
export const LAG_MAX_MS = 2_000;
/** Either way. A machine whose clock is set by NTP is off by far less. */
const OFFSET_MAX_MS = 1_000;
/** The shortest delay of so long a time is what the offset may rise to. */
const OFFSET_WINDOW_MS = HOUR_MS;
/** From one window to the next: 28 ppm. A clock that drifts faster has to be set by NTP. */
const OFFSET_RISE_MAX_MS = 100;
/** The lag that is shown is the shortest of one to two of these. */
const SHOWN_WINDOW_MS = 10_000;

export type Timing = {
  /** False where the vendor's protocol has no time: how late its quotes come is not known. */
  readonly hasSourceTime: boolean;
  /** Of the last 10 to 20 seconds the shortest; undefined while nothing came, or not known. */
  readonly lagMs: number | undefined;
  /** Our clock less the vendor's, as far as it is believed; undefined where not known. */
  readonly clockOffsetMs: number | undefined;
  /** Those whose newest quote came too late. */
  readonly lateSymbols: readonly string[];
};

/** The shortest delay since an instant. */
type Window = { fromMs: number; shortestMs: number };

/** Owns what is known of one vendor's clock and delays. */
export class SourceClock {
  readonly #late = new Set<string>();
  #offsetMs = 0;
  #long: Window = { fromMs: -Infinity, shortestMs: Infinity };
  #shown: Window = { fromMs: -Infinity, shortestMs: Infinity };
  #shownBefore: Window = { fromMs: -Infinity, shortestMs: Infinity };

  /** Takes note of a quote that has come in. Gives how late it came: never below zero. */
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

  /** When the quote was given, by our own clock; never in the future. */
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

/** False also after the clock was set back. */
function isIn({ fromMs }: Window, nowMs: number, lengthMs: number): boolean {
  return nowMs >= fromMs && nowMs - fromMs < lengthMs;
}

function bounded(offsetMs: number): number {
  return Math.max(-OFFSET_MAX_MS, Math.min(OFFSET_MAX_MS, offsetMs));
}
