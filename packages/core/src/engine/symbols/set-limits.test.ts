import { expect, it } from 'vitest';
import { createWorld, START_MS, type Order } from '../testing/world.ts';

const ORDER: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  seenPoints: 115_187,
};
const LIMITS = { leverageMax: 10, amountMinCents: 5_000, amountMaxCents: 20_000 };

function prepared() {
  const world = createWorld();
  world.addAccount(100_000);
  world.tick('EURUSD', 115_150, 115_158);
  world.tick('AAPL', 20_000, 20_010);
  return world;
}

it('judges by the limits in force what opens, and leaves alone what is open', () => {
  const world = prepared();
  const id = world.open(ORDER);
  const before = world.account().positions.get(id);
  world.run({ kind: 'set-limits', atMs: START_MS, symbol: 'EURUSD', limits: LIMITS });
  expect(world.account().positions.get(id)).toEqual(before);

  const codeOf = (change: Partial<Order>) => {
    const decision = world.order({ ...ORDER, ...change });
    return decision.kind === 'refused' ? decision.refusal : decision.kind;
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
  const world = prepared();
  const limits = { ...LIMITS, leverageMax: 30 };
  world.run({ kind: 'set-limits', atMs: START_MS, symbol: 'AAPL', limits });
  const order = { ...ORDER, symbol: 'AAPL', seenPoints: 20_015 };
  expect(world.order({ ...order, leverage: 10 })).toMatchObject({
    refusal: { code: 'leverage-invalid', facts: { allowed: '1,2,3,5' } },
  });
  expect(world.order({ ...order, leverage: 5 }).kind).toBe('decided');
});

it('says nothing when nothing changes, and stops at limits that make no sense', () => {
  const world = prepared();
  const set = { kind: 'set-limits', atMs: START_MS, symbol: 'EURUSD', limits: LIMITS } as const;
  expect(world.run(set)).toMatchObject({ events: [{ kind: 'limits-set' }] });
  expect(world.run(set)).toMatchObject({ events: [] });
  const crossed = { ...LIMITS, amountMinCents: 20_001 };
  expect(() => world.run({ ...set, limits: crossed })).toThrow('the limits of EURUSD make sense');
});
