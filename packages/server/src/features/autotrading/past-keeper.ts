import type { ClosedPosition } from '@halyard/core/position';
import type { Past } from './limits.ts';
import { dayStartMs } from './day-start.ts';

/**
 * For back-tests: holds in memory the past trades that live trading stores in the database. Call
 * its methods while no position is open.
 */
export class PastKeeper {
  #day = -Infinity;
  #entries = 0;
  #dayCents = 0;
  #profitCents = 0;
  #peakCents = 0;
  #lossesInARow = 0;
  #lastClosedAtMs: number | undefined;

  noteOpened(atMs: number): void {
    this.#turnTo(atMs);
    this.#entries += 1;
  }

  noteClosed({ closedAtMs, profitCents }: ClosedPosition): void {
    this.#turnTo(closedAtMs);
    this.#dayCents += profitCents;
    this.#profitCents += profitCents;
    this.#peakCents = Math.max(this.#peakCents, this.#profitCents);
    this.#lossesInARow = profitCents < 0 ? this.#lossesInARow + 1 : 0;
    this.#lastClosedAtMs = closedAtMs;
  }

  at(atMs: number): Past {
    this.#turnTo(atMs);
    return {
      openCount: 0,
      openProfitCents: 0,
      entriesToday: this.#entries,
      profitTodayCents: this.#dayCents,
      profitCents: this.#profitCents,
      peakCents: this.#peakCents,
      lossesInARow: this.#lossesInARow,
      lastClosedAtMs: this.#lastClosedAtMs,
    };
  }

  #turnTo(atMs: number): void {
    const day = dayStartMs(atMs);
    if (day === this.#day) return;
    this.#day = day;
    this.#entries = 0;
    this.#dayCents = 0;
  }
}
