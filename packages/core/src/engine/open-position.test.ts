import { expect, it } from 'vitest';
import { MINUTE_MS } from '#time/time.ts';
import { createWorld, START_MS, TERMS, type Order, type World } from './testing/world.ts';
import type { AccountTerms } from './state.ts';

// EURUSD 1.15150 / 1.15158: a buy fills at 1.15187, a sell at 1.15121.
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  seenPoints: 115_187,
};

function prepared(terms: Partial<AccountTerms> = {}): World {
  const world = createWorld();
  world.addAccount(100_000, terms);
  world.tick('EURUSD', 115_150, 115_158);
  world.tick('BTCUSD', 9_700_000, 9_701_250);
  return world;
}

it('opens at the order price of the last quote [o-open-buy]', () => {
  const world = prepared();
  const decision = world.order({ ...BUY, stopPoints: 115_000, targetPoints: 116_000 });
  expect(decision).toEqual({
    kind: 'decided',
    events: [
      {
        kind: 'position-opened',
        position: {
          id: 1,
          accountId: 1,
          symbol: 'EURUSD',
          direction: 'buy',
          amountCents: 10_000,
          leverage: 30,
          openPoints: 115_187,
          openedAtMs: START_MS,
          openQuote: world.state.markets.get('EURUSD')?.quote,
          stopPoints: 115_000,
          targetPoints: 116_000,
          terminationPoints: 111_386,
          isProtected: false,
          isAutomatic: false,
        },
        seenPoints: 115_187,
      },
    ],
  });
  expect(world.account().positions.get(1)?.openPoints).toBe(115_187);
});

it('opens a sell below the sell price, with ids that follow one another [o-open-sell]', () => {
  const world = prepared();
  const sell = { ...BUY, direction: 'sell', seenPoints: 115_121 } as const;
  expect([world.open(sell), world.open(BUY), world.open(sell)]).toEqual([1, 2, 3]);
  expect(world.account().positions.get(1)).toMatchObject({
    openPoints: 115_121,
    terminationPoints: 118_919,
  });
});

it('leaves the cash as it is: the amount stays inside the balance', () => {
  const world = prepared();
  world.open(BUY);
  expect(world.account().cashCents).toBe(100_000);
});

it('keeps the price that a hand saw, but none of the strategy, which sees none', () => {
  const decision = prepared().order({ ...BUY, seenPoints: 115_190 });
  expect(decision).toMatchObject({ events: [{ seenPoints: 115_190 }] });
  const automatic = prepared().order({ ...BUY, isAutomatic: true });
  expect(automatic).toMatchObject({ events: [{ position: { isAutomatic: true } }] });
  expect(automatic.kind === 'decided' && 'seenPoints' in (automatic.events[0] ?? {})).toBe(false);
});

it('refuses in the documented order', () => {
  // Every rejection condition is violated at first; each step corrects the condition that was
  // rejected last.
  const world = createWorld({ openPositionsMax: 1 });
  let order: Order = {
    symbol: 'NONE',
    direction: 'buy',
    amountCents: 99,
    leverage: 7,
    seenPoints: 100_000,
    stopPoints: 115_151,
    targetPoints: 115_149,
  };
  const refusal = () => {
    const decision = world.order(order);
    return decision.kind === 'refused' ? decision.refusal : decision.kind;
  };
  let terms: AccountTerms = {
    ...TERMS,
    status: 'blocked',
    isVerified: false,
    permittedCategories: [],
    leverageIndexes: {},
    isProtected: true,
  };
  const change = (changed: Partial<AccountTerms>) => {
    terms = { ...terms, ...changed };
    world.run({ kind: 'change-terms', accountId: 1, atMs: START_MS, terms });
  };

  expect(refusal()).toEqual({ code: 'not-found', facts: { account: 1 } });
  world.addAccount(0, terms);
  expect(refusal()).toEqual({ code: 'blocked', facts: {} });
  change({ status: 'close-only' });
  expect(refusal()).toEqual({ code: 'close-only', facts: {} });
  change({ status: 'active' });
  expect(refusal()).toEqual({ code: 'not-found', facts: { symbol: 'NONE' } });
  order = { ...order, symbol: 'EURUSD' };
  expect(refusal()).toEqual({ code: 'no-access', facts: { category: 'forex' } });
  change({ permittedCategories: ['forex'] });
  expect(refusal()).toEqual({ code: 'no-access', facts: { category: 'forex' } });
  change({ leverageIndexes: { forex: [0, 4, 7] } });
  expect(refusal()).toEqual({ code: 'not-verified', facts: {} });
  change({ isVerified: true });
  expect(refusal()).toEqual({ code: 'price-unavailable', facts: { symbol: 'EURUSD' } });
  world.tick('EURUSD', 115_150, 115_158);
  expect(refusal()).toEqual({ code: 'leverage-invalid', facts: { allowed: '1,10,30' } });
  order = { ...order, leverage: 30 };
  expect(refusal()).toEqual({ code: 'amount-too-small', facts: { minimum: 1 } });
  order = { ...order, amountCents: 100_000_500 };
  expect(refusal()).toEqual({ code: 'amount-too-large', facts: { maximum: 0 } });

  // A position of 1,000 euros that loses 100,000 × 30 × 37 ÷ 115,121 = 964.18 cents: the amount
  // is within F = 1,000,010.00 and above E − M = 1,000,000.36.
  world.post('deposit', { 'customer:cash': 100_101_000, 'house:bank': -100_101_000 });
  change({ isProtected: false });
  const { stopPoints: _stop, targetPoints: _target, ...plain } = order;
  world.open({ ...plain, direction: 'sell', amountCents: 100_000, seenPoints: 115_121 });
  change({ isProtected: true });
  expect(refusal()).toEqual({ code: 'open-losses', facts: { available: 1_000_000.36 } });
  world.post('deposit', { 'customer:cash': 100_000, 'house:bank': -100_000 });
  expect(refusal()).toEqual({ code: 'too-many-positions', facts: { maximum: 1 } });
});

it('refuses after the size in the documented order', () => {
  const world = createWorld();
  world.addAccount(1_000_000_000, { isProtected: false });
  world.tick('EURUSD', 115_150, 115_158);
  world.open({ ...BUY, direction: 'sell', seenPoints: 115_121 });
  const atMs = START_MS;
  world.run({
    kind: 'change-terms',
    accountId: 1,
    atMs,
    terms: { ...TERMS, isProtected: true },
  });
  world.setState('EURUSD', 'live', START_MS + 15 * MINUTE_MS);

  let order: Order = {
    ...BUY,
    amountCents: 100_000_001,
    seenPoints: 100_000,
    stopPoints: 115_151,
    targetPoints: 115_149,
  };
  const refusal = () => {
    const decision = world.order(order);
    return decision.kind === 'refused' ? decision.refusal : decision.kind;
  };

  expect(refusal()).toEqual({ code: 'amount-too-large', facts: { maximum: 1_000_000 } });
  order = { ...order, amountCents: 100_000_000 };
  expect(refusal()).toEqual({ code: 'price-unavailable', facts: { symbol: 'EURUSD' } });
  world.setState('EURUSD', 'live', START_MS + 15 * MINUTE_MS + 1);
  expect(refusal()).toEqual({ code: 'no-access', facts: { opposite: 1 } });
  world.close(1);
  expect(refusal()).toEqual({ code: 'stop-invalid', facts: { side: 'higher', limit: 1.15034 } });
  order = { ...order, stopPoints: 115_034 };
  expect(refusal()).toEqual({ code: 'target-invalid', facts: { side: 'lower', limit: 1.1515 } });
  order = { ...order, targetPoints: 115_150 };
  expect(refusal()).toEqual({ code: 'price-moved', facts: { price: 1.15187 } });
  order = { ...order, seenPoints: 115_187 };
  expect(refusal()).toBe('decided');
});

it('takes an amount of exactly one euro, and of exactly the free margin [v-trade-amount-min] [v-trade-margin]', () => {
  const world = prepared();
  expect(world.order({ ...BUY, amountCents: 99 })).toMatchObject({
    refusal: { code: 'amount-too-small' },
  });
  world.open({ ...BUY, amountCents: 100 });
  // The open position has lost 100 × 30 × 37 ÷ 115,187 = 0.96… cents.
  expect(world.order({ ...BUY, amountCents: 99_901 })).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 999 } },
  });
  expect(world.order({ ...BUY, amountCents: 99_900 })).toMatchObject({
    refusal: { code: 'open-losses', facts: { available: 998.99 } },
  });
  expect(world.order({ ...BUY, amountCents: 99_899 }).kind).toBe('decided');
});

it('does not let open gains pay for a position', () => {
  const world = prepared();
  world.open({ ...BUY, amountCents: 50_000 });
  world.tick('EURUSD', 120_000, 120_008);
  const seenPoints = 120_038;
  expect(world.order({ ...BUY, amountCents: 50_001, seenPoints })).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 500 } },
  });
  expect(world.order({ ...BUY, amountCents: 50_000, seenPoints }).kind).toBe('decided');
});

it('caps leverage for retail customers of the EU regime, for nobody else', () => {
  const order = { ...BUY, symbol: 'BTCUSD', leverage: 3, seenPoints: 9_703_675 };
  expect(prepared().order(order)).toMatchObject({
    refusal: { code: 'leverage-invalid', facts: { allowed: '1,2' } },
  });
  expect(prepared({ clientCategory: 'professional' }).order(order).kind).toBe('decided');
});

it('trades only while the symbol is live and its quote is young enough', () => {
  const world = prepared();
  for (const symbolState of ['stale', 'closed', 'halted', 'none'] as const) {
    world.setState('EURUSD', symbolState);
    expect(world.order(BUY)).toMatchObject({ refusal: { code: 'price-unavailable' } });
  }
  world.setState('EURUSD', 'live');
  world.clock.nowMs += 15_000;
  expect(world.order(BUY).kind).toBe('decided');
  world.clock.nowMs += 1;
  expect(world.order(BUY)).toMatchObject({ refusal: { code: 'price-unavailable' } });
});

it('refuses a fill worse than the seen price by more than the tolerance, never a better one', () => {
  // Forex tolerates 0.05 %: 115,130 + 57.565 reaches the fill of 115,187; 115,129 does not.
  expect(prepared().order({ ...BUY, seenPoints: 115_130 }).kind).toBe('decided');
  expect(prepared().order({ ...BUY, seenPoints: 115_129 })).toMatchObject({
    refusal: { code: 'price-moved', facts: { price: 1.15187 } },
  });
  expect(prepared().order({ ...BUY, seenPoints: 200_000 }).kind).toBe('decided');

  // A sell at 115,121 allows a requested price up to 115,178: 115,178 × 0.9995 = 115,120.41.
  const sell = { ...BUY, direction: 'sell' } as const;
  expect(prepared().order({ ...sell, seenPoints: 115_178 }).kind).toBe('decided');
  expect(prepared().order({ ...sell, seenPoints: 115_179 })).toMatchObject({
    refusal: { code: 'price-moved', facts: { price: 1.15121 } },
  });
  expect(prepared().order({ ...sell, seenPoints: 1 }).kind).toBe('decided');
});

it('opens protected positions for a protected account, with the nearer termination', () => {
  const world = prepared({ isProtected: true, clientCategory: 'professional' });
  world.open({ ...BUY, leverage: 15 });
  // 115,187 − ⌊115,187 ÷ 15⌋ = 115,187 − 7,679
  expect(world.account().positions.get(1)).toMatchObject({
    isProtected: true,
    terminationPoints: 107_508,
  });
});

it('opens nothing opposite to a protected position, by whatever terms, on its symbol alone', () => {
  const world = prepared({ isProtected: true });
  world.open(BUY);
  const sell = { ...BUY, direction: 'sell', seenPoints: 115_121 } as const;
  const refusal = { code: 'no-access', facts: { opposite: 1 } };
  expect(world.order(sell)).toEqual({ kind: 'refused', refusal });
  world.run({ kind: 'change-terms', accountId: 1, atMs: START_MS, terms: TERMS });
  expect(world.order(sell)).toEqual({ kind: 'refused', refusal });
  const elsewhere = { ...sell, symbol: 'BTCUSD', leverage: 2, seenPoints: 9_697_575 };
  expect(world.order(elsewhere).kind).toBe('decided');
  expect(world.order(BUY).kind).toBe('decided');
});
