// The prices of one symbol between which a quote concerns no position, account or order, in four
// numbers. A tick within them needs four comparisons, however many structures watch the symbol.
import type { Direction, Quote } from '#instrument/instrument.ts';

const BID_ABOVE = 0;
const BID_BELOW = 1;
const ASK_ABOVE = 2;
const ASK_BELOW = 3;

/**
 * The calm range of a symbol. Every heap or list that watches the symbol outdates it on each change,
 * so it can be too narrow but never too wide. An outdated range contains no quote.
 */
export class CalmRange {
  /** All four are exclusive. */
  readonly #bounds = new Float64Array(4);
  #isOutdated = true;

  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  outdate(): void {
    this.#isOutdated = true;
  }

  contains({ bidPoints, askPoints }: Quote): boolean {
    const bounds = this.#bounds;
    return (
      !this.#isOutdated &&
      bidPoints > (bounds[BID_ABOVE] ?? Number.NaN) &&
      bidPoints < (bounds[BID_BELOW] ?? Number.NaN) &&
      askPoints > (bounds[ASK_ABOVE] ?? Number.NaN) &&
      askPoints < (bounds[ASK_BELOW] ?? Number.NaN)
    );
  }

  /** Begins a range that contains every quote, for each structure to narrow. */
  renew(): void {
    this.#isOutdated = false;
    this.#bounds[BID_ABOVE] = Number.NEGATIVE_INFINITY;
    this.#bounds[BID_BELOW] = Number.POSITIVE_INFINITY;
    this.#bounds[ASK_ABOVE] = Number.NEGATIVE_INFINITY;
    this.#bounds[ASK_BELOW] = Number.POSITIVE_INFINITY;
  }

  narrowBid(above: number, below: number): void {
    this.#narrow(BID_ABOVE, above, below);
  }

  narrowAsk(above: number, below: number): void {
    this.#narrow(ASK_ABOVE, above, below);
  }

  /**
   * Narrows the price at which positions of a direction close. The bounds, as that price, are
   * multiplied by −1 for a sell.
   */
  narrowClosing(direction: Direction, above: number, below: number): void {
    if (direction === 'buy') this.narrowBid(above, below);
    else this.narrowAsk(0 - below, 0 - above);
  }

  #narrow(first: number, above: number, below: number): void {
    const bounds = this.#bounds;
    bounds[first] = Math.max(bounds[first] ?? Number.NaN, above);
    bounds[first + 1] = Math.min(bounds[first + 1] ?? Number.NaN, below);
  }
}
