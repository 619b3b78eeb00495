import { expect, it } from 'vitest';
import type { Regime } from '../engine.ts';
import { createTestEngine, type TestEngine } from '../testing/test-engine.ts';

/**
 * An account with € 1,000, of which a price gap has taken 1,444.28. One position stays open because
 * its symbol is not live.
 */
function shortOfCash(regime: Regime): TestEngine {
  const engine = createTestEngine({ regime });
  engine.addAccount(100_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.tick('BTCUSD', 100_000, 100_000);
  const gap = { symbol: 'EURUSD', direction: 'buy', amountCents: 48_000, leverage: 30 } as const;
  engine.open({ ...gap, requestedPoints: 100_033 });
  const halted = { symbol: 'BTCUSD', direction: 'sell', amountCents: 100, leverage: 1 } as const;
  engine.open({ ...halted, requestedPoints: 99_975 });
  engine.setState('BTCUSD', 'halted');
  engine.tick('EURUSD', 90_000, 90_008);
  expect(engine.account().cashCents).toBe(-44_324);
  return engine;
}

const credit = (amount: number) => ({ 'customer:credit': amount, 'house:bonus': 0 - amount });
const deposit = (amount: number) => ({ 'customer:cash': amount, 'house:bank': 0 - amount });

it('covers negative cash by a new credit, and charges the rest to the broker', () => {
  const engine = shortOfCash('international');
  engine.post('credit', credit(20_000));
  expect(engine.events.at(-1)).toMatchObject({
    posting: {
      kind: 'credit',
      entries: [
        { account: 'customer:cash', customerId: 1, amountCents: 20_000 },
        { account: 'house:bonus', customerId: null, amountCents: -20_000 },
      ],
    },
  });
  expect(engine.account()).toMatchObject({ cashCents: -24_324, creditCents: 0 });
  engine.setState('BTCUSD', 'live');
  engine.close(2);
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 0 });
  engine.post('deposit', deposit(50_000));
  expect(engine.figures().withdrawableCents).toBe(50_000);
});

it('keeps the part of a credit that exceeds the negative cash', () => {
  const engine = shortOfCash('international');
  engine.post('bonus', credit(50_000));
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 5_676 });
  engine.post('bonus', credit(1_000));
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 6_676 });
  expect(engine.figures().balanceCents).toBe(6_676);
});

it('covers negative cash by existing credit, too', () => {
  const engine = createTestEngine({ regime: 'international' });
  engine.addAccount(1_000);
  engine.post('bonus', credit(8_249));
  // After a gap, a reversed deposit leaves the account with credit and negative cash.
  engine.post('deposit', deposit(-4_175));
  expect(engine.account()).toMatchObject({ cashCents: -3_175, creditCents: 8_249 });
  // Credit after covering the negative cash: 8,249 + 2,647 − 3,175 = 7,721 cents.
  engine.post('bonus', credit(2_647));
  expect(engine.events.at(-1)).toMatchObject({
    posting: {
      entries: [
        { account: 'customer:cash', customerId: 1, amountCents: 3_175 },
        { account: 'customer:credit', customerId: 1, amountCents: -528 },
        { account: 'house:bonus', customerId: null, amountCents: -2_647 },
      ],
    },
  });
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 7_721 });
});

it('keeps credit and cash separate under the EU regime', () => {
  const engine = shortOfCash('eu-retail');
  engine.post('credit', credit(20_000));
  expect(engine.account()).toMatchObject({ cashCents: -44_324, creditCents: 20_000 });
});
