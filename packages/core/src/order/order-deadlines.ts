import { SlotPlaces, ThresholdHeap } from '#trigger/trigger.ts';
import type { OrderKey } from './order-book.ts';
import type { OrderId } from './entry-order.ts';

const NONE: readonly OrderKey[] = [];

/** The entry orders of all symbols by expiry. If nothing is due, a check costs one comparison. */
export class OrderDeadlines {
  readonly #heap = new ThresholdHeap(new SlotPlaces());
  readonly #slots = new Map<OrderId, number>();
  readonly #orders: (OrderKey | undefined)[] = [];
  readonly #freeSlots: number[] = [];

  /** The number of pending orders. */
  get size(): number {
    return this.#slots.size;
  }

  /** Adds an order, or changes its expiry. */
  put({ id, accountId }: OrderKey, expiresAtMs: number): void {
    const slot = this.#slots.get(id) ?? this.#freeSlots.pop() ?? this.#orders.length;
    this.#slots.set(id, slot);
    this.#orders[slot] = { id, accountId };
    this.#heap.put(slot, expiresAtMs);
  }

  /** Removes an order if it is present. */
  remove(id: OrderId): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#heap.remove(slot);
    this.#slots.delete(id);
    this.#orders[slot] = undefined;
    this.#freeSlots.push(slot);
  }

  /** Returns the orders that expire at or before `atMs`, by id. */
  listDue(atMs: number): readonly OrderKey[] {
    if (this.#heap.firstKey > atMs) return NONE;
    const slots: number[] = [];
    this.#heap.collectReached(atMs, slots);
    return slots
      .flatMap((slot) => this.#orders[slot] ?? [])
      .toSorted((one, other) => one.id - other.id);
  }
}
