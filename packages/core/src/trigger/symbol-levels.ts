// Finds the open positions of a symbol whose level a quote reaches without checking the others: for
// each direction one heap of loss levels and one of targets.
import { assert, assertPresent } from '#assertion/assertion.ts';
import { closingPrice, type Direction, type Quote } from '#instrument/instrument.ts';
import type { Position, PositionId } from '#position/position.ts';
import { SlotPlaces } from './slot-places.ts';
import { ThresholdHeap } from './threshold-heap.ts';

const NONE_REACHED: readonly Position[] = [];

/** The open positions of one symbol by the prices at which they close. */
export class SymbolLevels {
  readonly #buy = new DirectionLevels(1);
  readonly #sell = new DirectionLevels(-1);

  /** Adds a position of the symbol or updates it. */
  put(position: Position): void {
    this.#of(position.direction).put(position);
  }

  /** Removes a position, which must be present. */
  remove(position: Position): void {
    this.#of(position.direction).remove(position.id);
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
  /** The stop or the stop-out price, whichever is nearer; the key increases as the level falls. */
  readonly #losses = new ThresholdHeap(new SlotPlaces());
  readonly #targets = new ThresholdHeap(new SlotPlaces());

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  put(position: Position): void {
    const { id, stopPoints, targetPoints, terminationPoints } = position;
    const slot = this.#slots.get(id) ?? this.#freeSlots.pop() ?? this.#positions.length;
    this.#slots.set(id, slot);
    this.#positions[slot] = position;

    const sign = this.#sign;
    const nearest = Math.max(sign * terminationPoints, sign * (stopPoints ?? terminationPoints));
    this.#losses.put(slot, 0 - nearest);
    if (targetPoints === null) this.#targets.remove(slot);
    else this.#targets.put(slot, sign * targetPoints);
  }

  remove(id: PositionId): void {
    const slot = this.#slots.get(id);
    assert(slot !== undefined, () => `position ${id} is watched`);
    this.#slots.delete(id);
    this.#positions[slot] = undefined;
    this.#freeSlots.push(slot);
    this.#losses.remove(slot);
    this.#targets.remove(slot);
  }

  isReached(price: number): boolean {
    const signed = this.#sign * price;
    return this.#losses.firstKey <= 0 - signed || this.#targets.firstKey <= signed;
  }

  listReached(price: number): readonly Position[] {
    const signed = this.#sign * price;
    const slots: number[] = [];
    this.#losses.collectReached(0 - signed, slots);
    this.#targets.collectReached(signed, slots);
    const reached = new Set(slots);
    return [...reached].map((slot) =>
      assertPresent(this.#positions[slot], 'a slot in a heap is a position'),
    );
  }
}
