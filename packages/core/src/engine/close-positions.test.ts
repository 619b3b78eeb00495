import { expect, it } from 'vitest';
import { createWorld, START_MS, summaryOf, type World } from './testing/world.ts';
import type { Decision } from './decision.ts';

/** Position 1 is an EURUSD buy at a loss, 2 an EURUSD sell at a profit, 3 an AAPL buy at a loss. */
function prepared(): World {
  const world = createWorld();
  world.addAccount(100_000);
  world.tick('EURUSD', 115_150, 115_158);
  world.tick('AAPL', 20_000, 20_002);
  const order = { amountCents: 10_000, leverage: 5, seenPoints: 115_187 } as const;
  world.open({ ...order, symbol: 'EURUSD', direction: 'buy' });
  world.open({ ...order, symbol: 'EURUSD', direction: 'sell', seenPoints: 115_121 });
  world.open({ ...order, symbol: 'AAPL', direction: 'buy', seenPoints: 20_007 });
  world.tick('EURUSD', 114_000, 114_008);
  return world;
}

function closeAll(world: World, which: 'all' | 'losing'): Decision {
  return world.run({ kind: 'close-positions', accountId: 1, atMs: world.clock.nowMs, which });
}

function closedBy(decision: Decision): readonly unknown[] {
  return decision.kind === 'decided' ? summaryOf(decision.events) : [decision.refusal.code];
}

it('closes all, in the order of their ids', () => {
  const world = prepared();
  // Profit in cents: 50,000 × −1,187 ÷ 115,187 = −515.2…, 50,000 × 1,113 ÷ 115,121 = 483.4…, 50,000
  // × −7 ÷ 20,007 = −17.49…
  expect(closedBy(closeAll(world, 'all'))).toEqual([
    [1, 'manually', 114_000, -515],
    [2, 'manually', 114_008, 483],
    [3, 'manually', 20_000, -17],
  ]);
  expect(world.account().cashCents).toBe(100_000 - 515 + 483 - 17);
  expect(world.account().positions.size).toBe(0);
});

it('closes the losing ones only', () => {
  const world = prepared();
  expect(closedBy(closeAll(world, 'losing')).map((row) => (row as [number])[0])).toEqual([1, 3]);
  expect([...world.account().positions.keys()]).toEqual([2]);
  expect(closedBy(closeAll(world, 'losing'))).toEqual([]);
});

it('does not take a position without profit or loss for a losing one', () => {
  const world = prepared();
  world.tick('EURUSD', 115_187, 115_195);
  world.tick('AAPL', 20_007, 20_009);
  // Profit in cents: 50,000 × −74 ÷ 115,121 = −32.1…
  expect(closedBy(closeAll(world, 'losing'))).toEqual([[2, 'manually', 115_195, -32]]);
});

it('leaves those whose symbol is not live, and refuses when none is', () => {
  const world = prepared();
  world.setState('AAPL', 'closed');
  expect(closeAll(world, 'all')).toMatchObject({ events: [{}, {}] });
  expect([...world.account().positions.keys()]).toEqual([3]);
  expect(closedBy(closeAll(world, 'all'))).toEqual(['price-unavailable']);
  expect(closedBy(closeAll(world, 'losing'))).toEqual(['price-unavailable']);
});

it('refuses for an account that is not there', () => {
  const command = { kind: 'close-positions', accountId: 9, atMs: START_MS, which: 'all' } as const;
  expect(closedBy(createWorld().run(command))).toEqual(['not-found']);
});
