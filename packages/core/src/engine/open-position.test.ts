import { expect, it } from 'vitest';
import { MINUTE_MS } from '#time/time.ts';
import {
  createTestEngine,
  START_MS,
  TERMS,
  type Order,
  type TestEngine,
} from './testing/test-engine.ts';
import type { AccountTerms } from './state.ts';

// EURUSD 1.15150 / 1.15158: a buy fills at 1.15187, a sell at 1.15121.
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  requestedPoints: 115_187,
};

function prepared(terms: Partial<AccountTerms> = {}): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(100_000, terms);
  engine.tick('EURUSD', 115_150, 115_158);
  engine.tick('BTCUSD', 9_700_000, 9_701_250);
  return engine;
}

it('opens at the order price of the last quote [o-open-buy]', () => {
  const engine = prepared();
  const decision = engine.order({ ...BUY, stopPoints: 115_000, targetPoints: 116_000 });
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
          openQuote: engine.state.markets.get('EURUSD')?.quote,
          stopPoints: 115_000,
          targetPoints: 116_000,
          stopOutPoints: 111_386,
          hasGuaranteedStop: false,
          isAutomatic: false,
        },
        requestedPoints: 115_187,
      },
    ],
  });
  expect(engine.account().positions.get(1)?.openPoints).toBe(115_187);
});

it('opens a sell below the bid, with consecutive ids [o-open-sell]', () => {
  const engine = prepared();
  const sell = { ...BUY, direction: 'sell', requestedPoints: 115_121 } as const;
  expect([engine.open(sell), engine.open(BUY), engine.open(sell)]).toEqual([1, 2, 3]);
  expect(engine.account().positions.get(1)).toMatchObject({
    openPoints: 115_121,
    stopOutPoints: 118_919,
  });
});

it('does not change cash: the margin stays inside the balance', () => {
  const engine = prepared();
  engine.open(BUY);
  expect(engine.account().cashCents).toBe(100_000);
});

it('stores the requested price of a manual order, and none for the strategy', () => {
  const decision = prepared().order({ ...BUY, requestedPoints: 115_190 });
  expect(decision).toMatchObject({ events: [{ requestedPoints: 115_190 }] });
  const automatic = prepared().order({ ...BUY, isAutomatic: true });
  expect(automatic).toMatchObject({ events: [{ position: { isAutomatic: true } }] });
  expect(automatic.kind === 'decided' && 'requestedPoints' in (automatic.events[0] ?? {})).toBe(
    false,
  );
});

it('checks the rejections in the documented order', () => {
  // Every rejection condition is violated at first; each step corrects the condition that was
  // rejected last.
  const engine = createTestEngine({ openPositionsMax: 1 });
  let order: Order = {
    symbol: 'NONE',
    direction: 'buy',
    amountCents: 99,
    leverage: 7,
    requestedPoints: 100_000,
    stopPoints: 115_151,
    targetPoints: 115_149,
  };
  const rejection = () => {
    const decision = engine.order(order);
    return decision.kind === 'refused' ? decision.rejection : decision.kind;
  };
  let terms: AccountTerms = {
    ...TERMS,
    status: 'blocked',
    isVerified: false,
    permittedCategories: [],
    leverageIndexes: {},
    hasGuaranteedStop: true,
  };
  const change = (changed: Partial<AccountTerms>) => {
    terms = { ...terms, ...changed };
    engine.run({ kind: 'change-terms', accountId: 1, atMs: START_MS, terms });
  };

  expect(rejection()).toEqual({ code: 'not-found', facts: { account: 1 } });
  engine.addAccount(0, terms);
  expect(rejection()).toEqual({ code: 'blocked', facts: {} });
  change({ status: 'close-only' });
  expect(rejection()).toEqual({ code: 'close-only', facts: {} });
  change({ status: 'active' });
  expect(rejection()).toEqual({ code: 'not-found', facts: { symbol: 'NONE' } });
  order = { ...order, symbol: 'EURUSD' };
  expect(rejection()).toEqual({ code: 'no-access', facts: { category: 'forex' } });
  change({ permittedCategories: ['forex'] });
  expect(rejection()).toEqual({ code: 'no-access', facts: { category: 'forex' } });
  change({ leverageIndexes: { forex: [0, 4, 7] } });
  expect(rejection()).toEqual({ code: 'not-verified', facts: {} });
  change({ isVerified: true });
  expect(rejection()).toEqual({ code: 'price-unavailable', facts: { symbol: 'EURUSD' } });
  engine.tick('EURUSD', 115_150, 115_158);
  expect(rejection()).toEqual({ code: 'leverage-invalid', facts: { allowed: '1,10,30' } });
  order = { ...order, leverage: 30 };
  expect(rejection()).toEqual({ code: 'amount-too-small', facts: { minimum: 1 } });
  order = { ...order, amountCents: 100_000_500 };
  expect(rejection()).toEqual({ code: 'amount-too-large', facts: { maximum: 0 } });

  // A position of 1,000 euros that loses 100,000 × 30 × 37 ÷ 115,121 = 964.18 cents: the amount
  // is within F = 1,000,010.00 and above E − M = 1,000,000.36.
  engine.post('deposit', { 'customer:cash': 100_101_000, 'house:bank': -100_101_000 });
  change({ hasGuaranteedStop: false });
  const { stopPoints: _stop, targetPoints: _target, ...plain } = order;
  engine.open({ ...plain, direction: 'sell', amountCents: 100_000, requestedPoints: 115_121 });
  change({ hasGuaranteedStop: true });
  expect(rejection()).toEqual({ code: 'open-losses', facts: { available: 1_000_000.36 } });
  engine.post('deposit', { 'customer:cash': 100_000, 'house:bank': -100_000 });
  expect(rejection()).toEqual({ code: 'too-many-positions', facts: { maximum: 1 } });
});

it('checks the rejections after the size in the documented order', () => {
  const engine = createTestEngine();
  engine.addAccount(1_000_000_000, { hasGuaranteedStop: false });
  engine.tick('EURUSD', 115_150, 115_158);
  engine.open({ ...BUY, direction: 'sell', requestedPoints: 115_121 });
  const atMs = START_MS;
  engine.run({
    kind: 'change-terms',
    accountId: 1,
    atMs,
    terms: { ...TERMS, hasGuaranteedStop: true },
  });
  engine.setState('EURUSD', 'live', START_MS + 15 * MINUTE_MS);

  let order: Order = {
    ...BUY,
    amountCents: 100_000_001,
    requestedPoints: 100_000,
    stopPoints: 115_151,
    targetPoints: 115_149,
  };
  const rejection = () => {
    const decision = engine.order(order);
    return decision.kind === 'refused' ? decision.rejection : decision.kind;
  };

  expect(rejection()).toEqual({ code: 'amount-too-large', facts: { maximum: 1_000_000 } });
  order = { ...order, amountCents: 100_000_000 };
  expect(rejection()).toEqual({ code: 'price-unavailable', facts: { symbol: 'EURUSD' } });
  engine.setState('EURUSD', 'live', START_MS + 15 * MINUTE_MS + 1);
  expect(rejection()).toEqual({ code: 'no-access', facts: { opposite: 1 } });
  engine.close(1);
  expect(rejection()).toEqual({ code: 'stop-invalid', facts: { side: 'higher', limit: 1.15034 } });
  order = { ...order, stopPoints: 115_034 };
  expect(rejection()).toEqual({ code: 'target-invalid', facts: { side: 'lower', limit: 1.1515 } });
  order = { ...order, targetPoints: 115_150 };
  expect(rejection()).toEqual({ code: 'price-moved', facts: { price: 1.15187 } });
  order = { ...order, requestedPoints: 115_187 };
  expect(rejection()).toBe('decided');
});

it('accepts an amount of exactly one euro and of exactly the free margin [v-trade-amount-min] [v-trade-margin]', () => {
  const engine = prepared();
  expect(engine.order({ ...BUY, amountCents: 99 })).toMatchObject({
    rejection: { code: 'amount-too-small' },
  });
  engine.open({ ...BUY, amountCents: 100 });
  // The open position has lost 100 × 30 × 37 ÷ 115,187 = 0.96… cents.
  expect(engine.order({ ...BUY, amountCents: 99_901 })).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 999 } },
  });
  expect(engine.order({ ...BUY, amountCents: 99_900 })).toMatchObject({
    rejection: { code: 'open-losses', facts: { available: 998.99 } },
  });
  expect(engine.order({ ...BUY, amountCents: 99_899 }).kind).toBe('decided');
});

it('does not let open gains pay for a position', () => {
  const engine = prepared();
  engine.open({ ...BUY, amountCents: 50_000 });
  engine.tick('EURUSD', 120_000, 120_008);
  const requestedPoints = 120_038;
  expect(engine.order({ ...BUY, amountCents: 50_001, requestedPoints })).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 500 } },
  });
  expect(engine.order({ ...BUY, amountCents: 50_000, requestedPoints }).kind).toBe('decided');
});

it('caps leverage only for retail customers of the EU regime', () => {
  const order = { ...BUY, symbol: 'BTCUSD', leverage: 3, requestedPoints: 9_703_675 };
  expect(prepared().order(order)).toMatchObject({
    rejection: { code: 'leverage-invalid', facts: { allowed: '1,2' } },
  });
  expect(prepared({ clientCategory: 'professional' }).order(order).kind).toBe('decided');
});

it('trades only while the symbol is live and its quote is young enough', () => {
  const engine = prepared();
  for (const symbolState of ['stale', 'closed', 'halted', 'none'] as const) {
    engine.setState('EURUSD', symbolState);
    expect(engine.order(BUY)).toMatchObject({ rejection: { code: 'price-unavailable' } });
  }
  engine.setState('EURUSD', 'live');
  engine.clock.nowMs += 15_000;
  expect(engine.order(BUY).kind).toBe('decided');
  engine.clock.nowMs += 1;
  expect(engine.order(BUY)).toMatchObject({ rejection: { code: 'price-unavailable' } });
});

it('rejects a fill that is worse than the requested price by more than the tolerance, never a better one', () => {
  // Forex tolerates 0.05 %: 115,130 + 57.565 reaches the fill of 115,187; 115,129 does not.
  expect(prepared().order({ ...BUY, requestedPoints: 115_130 }).kind).toBe('decided');
  expect(prepared().order({ ...BUY, requestedPoints: 115_129 })).toMatchObject({
    rejection: { code: 'price-moved', facts: { price: 1.15187 } },
  });
  expect(prepared().order({ ...BUY, requestedPoints: 200_000 }).kind).toBe('decided');

  // A sell at 115,121 allows a requested price up to 115,178: 115,178 × 0.9995 = 115,120.41.
  const sell = { ...BUY, direction: 'sell' } as const;
  expect(prepared().order({ ...sell, requestedPoints: 115_178 }).kind).toBe('decided');
  expect(prepared().order({ ...sell, requestedPoints: 115_179 })).toMatchObject({
    rejection: { code: 'price-moved', facts: { price: 1.15121 } },
  });
  expect(prepared().order({ ...sell, requestedPoints: 1 }).kind).toBe('decided');
});

it('opens guaranteed positions for a limited-risk account, with the nearer stop-out price', () => {
  const engine = prepared({ hasGuaranteedStop: true, clientCategory: 'professional' });
  engine.open({ ...BUY, leverage: 15 });
  // 115,187 − ⌊115,187 ÷ 15⌋ = 115,187 − 7,679
  expect(engine.account().positions.get(1)).toMatchObject({
    hasGuaranteedStop: true,
    stopOutPoints: 107_508,
  });
});

it('rejects positions opposite to a guaranteed one on the same symbol', () => {
  const engine = prepared({ hasGuaranteedStop: true });
  engine.open(BUY);
  const sell = { ...BUY, direction: 'sell', requestedPoints: 115_121 } as const;
  const rejection = { code: 'no-access', facts: { opposite: 1 } };
  expect(engine.order(sell)).toEqual({ kind: 'refused', rejection });
  engine.run({ kind: 'change-terms', accountId: 1, atMs: START_MS, terms: TERMS });
  expect(engine.order(sell)).toEqual({ kind: 'refused', rejection });
  const elsewhere = { ...sell, symbol: 'BTCUSD', leverage: 2, requestedPoints: 9_697_575 };
  expect(engine.order(elsewhere).kind).toBe('decided');
  expect(engine.order(BUY).kind).toBe('decided');
});
