import { expect, it } from 'vitest';
import { createTestEngine, START_MS, summaryOf, type TestEngine } from './testing/test-engine.ts';
import type { Decision } from './decision.ts';

/** Position 1 is an EURUSD buy at a loss, 2 an EURUSD sell at a profit, 3 an AAPL buy at a loss. */
function prepared(): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 115_150, 115_158);
  engine.tick('AAPL', 20_000, 20_002);
  const order = { amountCents: 10_000, leverage: 5, requestedPoints: 115_187 } as const;
  engine.open({ ...order, symbol: 'EURUSD', direction: 'buy' });
  engine.open({ ...order, symbol: 'EURUSD', direction: 'sell', requestedPoints: 115_121 });
  engine.open({ ...order, symbol: 'AAPL', direction: 'buy', requestedPoints: 20_007 });
  engine.tick('EURUSD', 114_000, 114_008);
  return engine;
}

function closeAll(engine: TestEngine, which: 'all' | 'losing'): Decision {
  return engine.run({ kind: 'close-positions', accountId: 1, atMs: engine.clock.nowMs, which });
}

function closedBy(decision: Decision): readonly unknown[] {
  return decision.kind === 'decided' ? summaryOf(decision.events) : [decision.rejection.code];
}

it('closes all, in the order of their ids', () => {
  const engine = prepared();
  // Profit in cents: 50,000 × −1,187 ÷ 115,187 = −515.2…, 50,000 × 1,113 ÷ 115,121 = 483.4…, 50,000
  // × −7 ÷ 20,007 = −17.49…
  expect(closedBy(closeAll(engine, 'all'))).toEqual([
    [1, 'manually', 114_000, -515],
    [2, 'manually', 114_008, 483],
    [3, 'manually', 20_000, -17],
  ]);
  expect(engine.account().cashCents).toBe(100_000 - 515 + 483 - 17);
  expect(engine.account().positions.size).toBe(0);
});

it('closes only the losing positions', () => {
  const engine = prepared();
  expect(closedBy(closeAll(engine, 'losing')).map((row) => (row as [number])[0])).toEqual([1, 3]);
  expect([...engine.account().positions.keys()]).toEqual([2]);
  expect(closedBy(closeAll(engine, 'losing'))).toEqual([]);
});

it('does not count a position without profit or loss as losing', () => {
  const engine = prepared();
  engine.tick('EURUSD', 115_187, 115_195);
  engine.tick('AAPL', 20_007, 20_009);
  // Profit in cents: 50,000 × −74 ÷ 115,121 = −32.1…
  expect(closedBy(closeAll(engine, 'losing'))).toEqual([[2, 'manually', 115_195, -32]]);
});

it('leaves positions whose symbol is not live, and rejects if no symbol is live', () => {
  const engine = prepared();
  engine.setState('AAPL', 'closed');
  expect(closeAll(engine, 'all')).toMatchObject({ events: [{}, {}] });
  expect([...engine.account().positions.keys()]).toEqual([3]);
  expect(closedBy(closeAll(engine, 'all'))).toEqual(['price-unavailable']);
  expect(closedBy(closeAll(engine, 'losing'))).toEqual(['price-unavailable']);
});

it('rejects a command of an unknown account', () => {
  const command = { kind: 'close-positions', accountId: 9, atMs: START_MS, which: 'all' } as const;
  expect(closedBy(createTestEngine().run(command))).toEqual(['not-found']);
});
