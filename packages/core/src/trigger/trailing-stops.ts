import { points } from '#instrument/instrument.ts';
import type { Trail } from '#position/position.ts';
import type { CalmRange } from './calm-range.ts';
import { NOT_MOVED, TrailGroups } from './trail-groups.ts';
import type { Best } from './trail-groups.ts';

/** How many unused marks are kept in addition to one per group, before they are dropped. */
const SPARE_MARKS_MAX = 64;

type BestChanges = { readonly marks: readonly Best[]; readonly dropped: readonly Best[] };
const NO_CHANGES: BestChanges = { marks: [], dropped: [] };

/**
 * The trailing stops of one direction of a symbol, with their marks: the stored best prices from
 * which a start restores each stop's level. Prices are multiplied by the sign of the direction, so
 * that a higher one is better.
 */
export class TrailingStops {
  readonly #sign: 1 | -1;
  readonly #calm: CalmRange | undefined;
  readonly #trails = new Map<number, Trail>();
  #groups: TrailGroups | undefined;
  /**
   * The stored marks in the order of their sequence numbers; each later one has a worse price than
   * the one before.
   */
  #marks: readonly Best[] = [];

  constructor(sign: 1 | -1, calm?: CalmRange) {
    this.#sign = sign;
    this.#calm = calm;
  }

  get size(): number {
    return this.#trails.size;
  }

  /** Adds, replaces or, if `trail` is undefined, removes the trailing stop of a slot. */
  put(slot: number, trail: Trail | undefined): void {
    const known = this.#trails.get(slot);
    if (known === trail || (known !== undefined && trail !== undefined && isSame(known, trail))) {
      return;
    }
    this.#groups?.remove(slot);
    if (trail === undefined) {
      this.#trails.delete(slot);
      return;
    }
    this.#trails.set(slot, trail);
    this.#groups ??= new TrailGroups(this.#calm);
    this.#groups.add(slot, trail.distance, this.#bestSince(trail));
  }

  /** Returns the trailing stop of a slot at its current best price. */
  get(slot: number): Trail | undefined {
    const trail = this.#trails.get(slot);
    if (trail === undefined || this.#groups === undefined) return undefined;
    const { price, sequence } = this.#groups.bestOf(slot);
    if (price === this.#sign * trail.bestPoints) return trail;
    const bestPoints = points(this.#sign * price);
    return { distance: trail.distance, bestPoints, bestSequence: sequence };
  }

  accept(best: Best): void {
    this.#groups?.accept(best);
  }

  /** The highest stop; −Infinity if there are none. */
  get firstStop(): number {
    return this.#groups?.firstStop ?? Number.NEGATIVE_INFINITY;
  }

  /** The best price above which a price moves stops; Infinity if there are none. */
  get firstBest(): number {
    return this.#groups?.firstBest ?? Number.POSITIVE_INFINITY;
  }

  isReached(price: number): boolean {
    return this.#groups?.isReached(price) === true;
  }

  collectReached(price: number, into: number[]): void {
    this.#groups?.collectReached(price, into);
  }

  /**
   * Returns the marks to store and the marks that no stop needs any more, both in the order of the
   * quotes.
   */
  listChanges(): BestChanges {
    const spare = this.#marks.length - (this.#groups?.groupCount ?? 0);
    const isPruned = (this.size === 0 && this.#marks.length > 0) || spare > SPARE_MARKS_MAX;
    if (!isPruned && this.#groups?.hasMoved !== true) return NO_CHANGES;
    const marks = this.#groups?.listMoved() ?? [];
    const [first] = marks;
    const isDropped = ({ price }: Best): boolean => {
      if (first !== undefined && price <= first.price) return true;
      return isPruned && this.#groups?.has(price) !== true;
    };
    return { marks, dropped: this.#marks.filter(isDropped) };
  }

  /** Records the listed changes as stored. */
  store(marks: readonly Best[], dropped: readonly Best[]): void {
    const gone = new Set(dropped.map(({ sequence }) => sequence));
    const left = this.#marks.filter(({ sequence }) => !gone.has(sequence));
    this.#marks = [...left, ...marks];
    this.#groups?.settle();
  }

  /**
   * Returns the best price that a trailing stop has seen according to the marks: the first mark
   * after its start, because later marks have worse prices.
   */
  #bestSince({ bestPoints, bestSequence }: Trail): Best {
    const own = { price: this.#sign * bestPoints, sequence: NOT_MOVED };
    let from = 0;
    let to = this.#marks.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#marks[middle]?.sequence ?? 0) > bestSequence) to = middle;
      else from = middle + 1;
    }
    const mark = this.#marks[from];
    return mark !== undefined && mark.price > own.price ? mark : own;
  }
}

function isSame(one: Trail, other: Trail): boolean {
  const isBest = one.bestPoints === other.bestPoints && one.bestSequence === other.bestSequence;
  return isBest && one.distance === other.distance;
}
