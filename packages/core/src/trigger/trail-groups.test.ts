// Compares groups of trailing stops with a naive list: after each step both must agree on every
// best price, and on the stops that any price reaches.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TrailGroups } from './trail-groups.ts';

const SLOTS = 40;
const prices = fc.integer({ min: 900, max: 1_100 });
const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      slot: fc.nat(SLOTS - 1),
      distance: fc.integer({ min: 1, max: 60 }),
      best: prices,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), slot: fc.nat(SLOTS) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('price' as const), price: prices }) },
);

type Naive = Map<number, { readonly distance: number; best: number; sequence: number }>;

function reachedOf(naive: Naive, price: number): readonly number[] {
  const reached = [...naive].filter(([, { distance, best }]) => best - distance >= price);
  return reached.map(([slot]) => slot).toSorted((one, other) => one - other);
}

it('agrees with a naive list on best prices and on the stops that a price reaches', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 120 }), prices, (history, probe) => {
      const groups = new TrailGroups();
      const naive: Naive = new Map();
      history.forEach((step, sequence) => {
        if (step.kind === 'add') {
          groups.remove(step.slot);
          groups.add(step.slot, step.distance, { price: step.best, sequence });
          naive.set(step.slot, { distance: step.distance, best: step.best, sequence });
        }
        if (step.kind === 'remove') {
          groups.remove(step.slot);
          naive.delete(step.slot);
        }
        if (step.kind === 'price') {
          groups.accept({ price: step.price, sequence });
          for (const trail of naive.values()) {
            if (trail.best < step.price) Object.assign(trail, { best: step.price, sequence });
          }
        }
        expect(groups.size).toBe(naive.size);
        expect(groups.groupCount).toBe(new Set([...naive.values()].map(({ best }) => best)).size);
        for (const [slot, { best }] of naive) expect(groups.bestOf(slot).price).toBe(best);
        for (const price of [probe, 'price' in step ? step.price : probe]) {
          const reached: number[] = [];
          groups.collectReached(price, reached);
          expect(reached.toSorted((one, other) => one - other)).toEqual(reachedOf(naive, price));
          expect(groups.isReached(price)).toBe(reached.length > 0);
        }
      });
    }),
    { numRuns: 400 },
  );
});

it('lists once the best prices of moved groups, in the order of the quotes', () => {
  const groups = new TrailGroups();
  groups.add(0, 10, { price: 100, sequence: 1 });
  groups.accept({ price: 105, sequence: 2 });
  groups.add(1, 10, { price: 101, sequence: 3 });
  groups.accept({ price: 103, sequence: 4 });
  expect(groups.listMoved()).toEqual([
    { price: 105, sequence: 2 },
    { price: 103, sequence: 4 },
  ]);
  groups.settle();
  expect(groups.listMoved()).toEqual([]);
  groups.accept({ price: 105, sequence: 5 });
  // Both stops form one group now, because the second one's best price came from a later quote than
  // the first one's.
  expect(groups.listMoved()).toEqual([{ price: 105, sequence: 5 }]);
  expect(groups.groupCount).toBe(1);
});
