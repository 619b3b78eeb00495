import { expect, it } from 'vitest';
import { createTestEngine, START_MS, type Order } from '../testing/test-engine.ts';

const ORDER: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  requestedPoints: 115_187,
};
const LIMITS = { leverageMax: 10, amountMinCents: 5_000, amountMaxCents: 20_000 };

function prepared() {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 115_150, 115_158);
  engine.tick('AAPL', 20_000, 20_010);
  return engine;
}

it('applies the current limits to openings and not to open positions', () => {
  const engine = prepared();
  const id = engine.open(ORDER);
  const before = engine.account().positions.get(id);
  engine.run({ kind: 'set-limits', atMs: START_MS, symbol: 'EURUSD', limits: LIMITS });
  expect(engine.account().positions.get(id)).toEqual(before);

  const codeOf = (change: Partial<Order>) => {
    const decision = engine.order({ ...ORDER, ...change });
    return decision.kind === 'refused' ? decision.rejection : decision.kind;
  };
  expect(codeOf({})).toEqual({ code: 'leverage-invalid', facts: { allowed: '1,2,3,5,10' } });
  expect(codeOf({ leverage: 10, amountCents: 4_999 })).toEqual({
    code: 'amount-too-small',
    facts: { minimum: 50 },
  });
  expect(codeOf({ leverage: 10, amountCents: 20_001 })).toEqual({
    code: 'amount-too-large',
    facts: { maximum: 200 },
  });
  expect(codeOf({ leverage: 10, amountCents: 20_000 })).toBe('decided');
});

it('never lifts the cap of the regime', () => {
  const engine = prepared();
  const limits = { ...LIMITS, leverageMax: 30 };
  engine.run({ kind: 'set-limits', atMs: START_MS, symbol: 'AAPL', limits });
  const order = { ...ORDER, symbol: 'AAPL', requestedPoints: 20_015 };
  expect(engine.order({ ...order, leverage: 10 })).toMatchObject({
    rejection: { code: 'leverage-invalid', facts: { allowed: '1,2,3,5' } },
  });
  expect(engine.order({ ...order, leverage: 5 }).kind).toBe('decided');
});

it('emits nothing if nothing changes, and asserts valid limits', () => {
  const engine = prepared();
  const set = { kind: 'set-limits', atMs: START_MS, symbol: 'EURUSD', limits: LIMITS } as const;
  expect(engine.run(set)).toMatchObject({ events: [{ kind: 'limits-set' }] });
  expect(engine.run(set)).toMatchObject({ events: [] });
  const crossed = { ...LIMITS, amountMinCents: 20_001 };
  expect(() => engine.run({ ...set, limits: crossed })).toThrow('the limits of EURUSD make sense');
});
