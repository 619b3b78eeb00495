// Which open positions of a symbol have a level that a quote reaches, without looking at the
// others: for each direction one heap of the levels that lose and one of the targets.
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

  /** Adds a position of the symbol, or takes it as it is now. */
  put(position: Position): void {
    this.#of(position.direction).put(position);
  }

  /** Takes out a position, which is there. */
  remove(position: Position): void {
    this.#of(position.direction).remove(position.id);
  }

  /** The positions with a level at or beyond this quote of the symbol, in no order, each once. */
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
 * A short's levels are a long's in the mirror: with prices and levels times −1, both lose at a
 * falling and gain at a rising price.
 */
class DirectionLevels {
  readonly #sign: 1 | -1;
  readonly #slots = new Map<PositionId, number>();
  readonly #positions: (Position | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  /** Stop or termination, whichever lies nearer; its key grows as the level falls. */
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
