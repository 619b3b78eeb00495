// The usual movement of an instrument: how far it moves in a minute, and how wide its quotes are. A
// few numbers per symbol, updated by accepted ticks.
import { MINUTE_MS } from '@halyard/core/time';
import type { FilterLimits } from './limits.ts';

// The decay per minute of a return's weight, which halves in an hour.
const DECAY = 2 ** (-1 / 60);
// Bounds of a single return, so that neither one volatile minute nor a quiet night distorts the
// estimate.
const RETURN_MAX_DEVIATIONS = 8;
const DEVIATION_FLOOR_SHARE = 0.5;

const SPREADS_KEPT = 31;

const SOFT_DEVIATIONS = 8;
const SOFT_SPREADS = 10;

/** The movement estimates of one symbol at one source. */
export class Movement {
  readonly #floor: number;
  readonly #spreads: number[];
  #variance: number;
  #minuteMs = -Infinity;
  #minuteMid = 0;
  #spreadIndex = 0;
  #spreadMedian: number;

  constructor({ minuteDeviation, spreadUsual }: FilterLimits) {
    this.#variance = minuteDeviation ** 2;
    this.#floor = (minuteDeviation * DEVIATION_FLOOR_SHARE) ** 2;
    this.#spreads = Array.from({ length: SPREADS_KEPT }, () => spreadUsual);
    this.#spreadMedian = spreadUsual;
  }

  /** Returns the median of the latest spreads, as a share of the price. */
  get spreadMedian(): number {
    return this.#spreadMedian;
  }

  /** Records an accepted quote; `spread` is a share of `mid`. */
  note(mid: number, spread: number, atMs: number): void {
    this.#spreads[this.#spreadIndex] = spread;
    this.#spreadIndex = (this.#spreadIndex + 1) % SPREADS_KEPT;
    const sorted = this.#spreads.toSorted((one, other) => one - other);
    this.#spreadMedian = sorted[SPREADS_KEPT >>> 1] ?? spread;

    const minutes = (atMs - this.#minuteMs) / MINUTE_MS;
    if (minutes < 1) return;
    if (Number.isFinite(minutes)) this.#learn(Math.log(mid / this.#minuteMid), minutes);
    this.#minuteMs = atMs;
    this.#minuteMid = mid;
  }

  /** Forgets the last price: the next one is not a movement from it. */
  restart(): void {
    this.#minuteMs = -Infinity;
  }

  /**
   * Returns how far, as a log return, a price may move in `elapsedMs` before it needs confirmation.
   * Silence does not extend this beyond a minute's move: the first tick after it is no more
   * reliable than others.
   */
  softBound(elapsedMs: number): number {
    const minutes = Math.min(1, Math.max(0, elapsedMs) / MINUTE_MS);
    const bySize = SOFT_DEVIATIONS * Math.sqrt(this.#variance * minutes);
    return Math.max(bySize, SOFT_SPREADS * this.#spreadMedian);
  }

  #learn(logReturn: number, minutes: number): void {
    const perMinute = logReturn ** 2 / minutes;
    const bounded = Math.min(perMinute, RETURN_MAX_DEVIATIONS ** 2 * this.#variance);
    const decay = DECAY ** minutes;
    this.#variance = Math.max(decay * this.#variance + (1 - decay) * bounded, this.#floor);
  }
}
