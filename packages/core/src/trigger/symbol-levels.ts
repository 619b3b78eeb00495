// Finds the open positions of a symbol whose level a quote reaches without checking the others: for
// each direction one heap of loss levels and one of targets.
import { assert, assertPresent } from '#assertion/assertion.ts';
import {
  closingPrice,
  DIRECTIONS,
  points,
  type Direction,
  type Points,
  type Quote,
} from '#instrument/instrument.ts';
import type { Position, PositionId } from '#position/position.ts';
import { CalmRange } from './calm-range.ts';
import { SlotPlaces } from './slot-places.ts';
import { ThresholdHeap } from './threshold-heap.ts';
import type { Best } from './trail-groups.ts';
import { TrailingStops } from './trailing-stops.ts';

const NO_CHANGES: TrailChanges = { marks: [], dropped: [] };
const NONE_REACHED: readonly Position[] = [];

/**
 * A best price that trailing stops of one direction have seen, with the sequence number of its
 * quote.
 */
export type TrailMark = {
  readonly direction: Direction;
  readonly points: Points;
  readonly sequence: number;
};

export type TrailChanges = {
  readonly marks: readonly TrailMark[];
  readonly dropped: readonly TrailMark[];
};

/** The open positions of one symbol by the prices at which they close. */
export class SymbolLevels {
  readonly #buy: DirectionLevels;
  readonly #sell: DirectionLevels;
  /** Whether the last listing of trail marks found none and no trailing stop has changed since. */
  #areTrailsSettled = true;

  /** Each change of a level outdates `calm`. */
  constructor(calm = new CalmRange()) {
    this.#buy = new DirectionLevels(1, calm);
    this.#sell = new DirectionLevels(-1, calm);
  }

  /** Narrows the range to the prices that reach no level and move no trailing stop. */
  narrow(calm: CalmRange): void {
    this.#buy.narrow(calm);
    this.#sell.narrow(calm);
  }

  /** Adds a position of the symbol or updates it. */
  put(position: Position): void {
    this.#areTrailsSettled = false;
    this.#of(position.direction).put(position);
  }

  /** Removes a position, which must be present. */
  remove(position: Position): void {
    this.#areTrailsSettled = false;
    this.#of(position.direction).remove(position.id);
  }

  /** Moves the trailing stops for which this quote of the live symbol is a better price. */
  accept(quote: Quote): void {
    this.#areTrailsSettled = false;
    this.#buy.accept(closingPrice('buy', quote), quote.sequence);
    this.#sell.accept(closingPrice('sell', quote), quote.sequence);
  }

  /** Returns a position of this index with its trailing stop at its current level. */
  current(position: Position): Position {
    return position.trail === undefined ? position : this.#of(position.direction).current(position);
  }

  /** Returns the changes of trail marks that must be stored. */
  listTrailChanges(): TrailChanges {
    // A fast path: every symbol is asked each second.
    if (this.#areTrailsSettled) return NO_CHANGES;
    const buy = this.#buy.listTrailChanges('buy');
    const sell = this.#sell.listTrailChanges('sell');
    this.#areTrailsSettled = buy === NO_CHANGES && sell === NO_CHANGES;
    if (buy === NO_CHANGES) return sell;
    if (sell === NO_CHANGES) return buy;
    return {
      marks: [...buy.marks, ...sell.marks],
      dropped: [...buy.dropped, ...sell.dropped],
    };
  }

  /** Records trail marks as stored. At a start, call it before any position is added. */
  storeTrailChanges({ marks, dropped }: TrailChanges): void {
    this.#areTrailsSettled = false;
    for (const direction of DIRECTIONS) {
      const isIts = (mark: TrailMark): boolean => mark.direction === direction;
      this.#of(direction).storeTrailChanges(marks.filter(isIts), dropped.filter(isIts));
    }
  }

  /**
   * Returns the positions with a level at or beyond this quote of the symbol, unordered, each once.
   */
  listReached(quote: Quote): readonly Position[] {
    const buyPrice = closingPrice('buy', quote);
    const sellPrice = closingPrice('sell', quote);
    if (!this.#buy.isReached(buyPrice) && !this.#sell.isReached(sellPrice)) return NONE_REACHED;
    return [...this.#buy.listReached(buyPrice), ...this.#sell.listReached(sellPrice)];
  }

  #of(direction: Direction): DirectionLevels {
    return direction === 'buy' ? this.#buy : this.#sell;
  }
}

/**
 * The levels of a short are mirrored: with prices and levels times −1, both directions lose when
 * the price falls.
 */
class DirectionLevels {
  readonly #sign: 1 | -1;
  readonly #slots = new Map<PositionId, number>();
  readonly #positions: (Position | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  /**
   * For each slot the stop or the stop-out price, whichever is nearer; the key increases as the
   * level falls.
   */
  readonly #losses: ThresholdHeap;
  readonly #targets: ThresholdHeap;
  readonly #trails: TrailingStops;

  constructor(sign: 1 | -1, calm: CalmRange) {
    this.#sign = sign;
    this.#losses = new ThresholdHeap(new SlotPlaces(), calm);
    this.#targets = new ThresholdHeap(new SlotPlaces(), calm);
    this.#trails = new TrailingStops(sign, calm);
  }

  narrow(calm: CalmRange): void {
    const { firstStop, firstBest } = this.#trails;
    calm.narrowClosing(
      this.#sign === 1 ? 'buy' : 'sell',
      Math.max(0 - this.#losses.firstKey, firstStop),
      // Only a price that is better by a point moves a trailing stop.
      Math.min(this.#targets.firstKey, firstBest + 1),
    );
  }

  put(position: Position): void {
    const { id, stopPoints, targetPoints, stopOutPoints } = position;
    const slot = this.#slots.get(id) ?? this.#freeSlots.pop() ?? this.#positions.length;
    this.#slots.set(id, slot);
    this.#positions[slot] = position;

    const sign = this.#sign;
    const nearest = Math.max(sign * stopOutPoints, sign * (stopPoints ?? stopOutPoints));
    this.#losses.put(slot, 0 - nearest);
    if (targetPoints === null) this.#targets.remove(slot);
    else this.#targets.put(slot, sign * targetPoints);
    this.#trails.put(slot, position.trail);
  }

  remove(id: PositionId): void {
    const slot = this.#slots.get(id);
    assert(slot !== undefined, () => `position ${id} is watched`);
    this.#slots.delete(id);
    this.#positions[slot] = undefined;
    this.#freeSlots.push(slot);
    this.#losses.remove(slot);
    this.#targets.remove(slot);
    this.#trails.put(slot, undefined);
  }

  accept(price: number, sequence: number): void {
    if (this.#trails.size > 0) this.#trails.accept({ price: this.#sign * price, sequence });
  }

  current(position: Position): Position {
    const slot = this.#slots.get(position.id);
    const trail = slot === undefined ? undefined : this.#trails.get(slot);
    return trail === undefined || trail === position.trail ? position : { ...position, trail };
  }

  listTrailChanges(direction: Direction): TrailChanges {
    const { marks, dropped } = this.#trails.listChanges();
    if (marks.length === 0 && dropped.length === 0) return NO_CHANGES;
    const toMark = ({ price, sequence }: Best): TrailMark => {
      return { direction, points: points(this.#sign * price), sequence };
    };
    return { marks: marks.map(toMark), dropped: dropped.map(toMark) };
  }

  storeTrailChanges(marks: readonly TrailMark[], dropped: readonly TrailMark[]): void {
    const toBest = ({ points: price, sequence }: TrailMark): Best => {
      return { price: this.#sign * price, sequence };
    };
    this.#trails.store(marks.map(toBest), dropped.map(toBest));
  }

  isReached(price: number): boolean {
    const signed = this.#sign * price;
    const isLevel = this.#losses.firstKey <= 0 - signed || this.#targets.firstKey <= signed;
    return isLevel || this.#trails.isReached(signed);
  }

  listReached(price: number): readonly Position[] {
    const signed = this.#sign * price;
    const slots: number[] = [];
    this.#losses.collectReached(0 - signed, slots);
    this.#targets.collectReached(signed, slots);
    this.#trails.collectReached(signed, slots);
    const reached = new Set(slots);
    return [...reached].map((slot) =>
      assertPresent(this.#positions[slot], 'a slot in a heap is a position'),
    );
  }
}
