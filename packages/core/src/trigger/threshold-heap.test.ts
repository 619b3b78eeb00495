import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SlotPlaces } from './slot-places.ts';
import { ThresholdHeap } from './threshold-heap.ts';

const slots = fc.integer({ min: 0, max: 120 });
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(slots, fc.integer({ min: -50, max: 50 })) },
  { weight: 2, arbitrary: fc.tuple(slots, fc.constant(undefined)) },
);

function reachedOf(heap: ThresholdHeap, key: number): readonly number[] {
  const reached: number[] = [];
  heap.collectReached(key, reached);
  return reached.toSorted((first, second) => first - second);
}

it('equals a plain map after any changes', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 400 }), (changes) => {
      const heap = new ThresholdHeap(new SlotPlaces());
      const oracle = new Map<number, number>();
      for (const [slot, key] of changes) {
        if (key === undefined) {
          heap.remove(slot);
          oracle.delete(slot);
        } else {
          heap.put(slot, key);
          oracle.set(slot, key);
        }
        const least = Math.min(...oracle.values());
        expect([heap.size, heap.firstKey]).toEqual([oracle.size, least]);
        if (oracle.size > 0) expect(oracle.get(heap.firstSlot)).toBe(least);
      }
      for (const key of [-51, -10, 0, 10, 50]) {
        const reached = [...oracle].filter(([, own]) => own <= key).map(([slot]) => slot);
        expect(reachedOf(heap, key)).toEqual(reached.toSorted((first, second) => first - second));
      }
    }),
    { numRuns: 500 },
  );
});

it('returns everything in key order', () => {
  const heap = new ThresholdHeap(new SlotPlaces());
  const keys = Array.from({ length: 5_000 }, (_, slot) => (slot * 7_919) % 5_003);
  keys.forEach((key, slot) => heap.put(slot, key));
  const order: number[] = [];
  while (heap.size > 0) {
    order.push(heap.firstKey);
    heap.remove(heap.firstSlot);
  }
  expect(order).toEqual(keys.toSorted((first, second) => first - second));
});

it('is empty at first, and asserts that the first slot exists', () => {
  const heap = new ThresholdHeap(new SlotPlaces());
  expect(heap.firstKey).toBe(Number.POSITIVE_INFINITY);
  expect(reachedOf(heap, Number.MAX_VALUE)).toEqual([]);
  expect(() => heap.firstSlot).toThrow('a first slot is there');
});
