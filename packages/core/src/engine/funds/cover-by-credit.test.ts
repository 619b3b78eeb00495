import { expect, it } from 'vitest';
import type { Regime } from '../engine.ts';
import { createWorld, type World } from '../testing/world.ts';

/**
 * An account with € 1,000, of which a price gap has taken 1,444.28. One position stays open because
 * its symbol is not live.
 */
function shortOfCash(regime: Regime): World {
  const world = createWorld({ regime });
  world.addAccount(100_000);
  world.tick('EURUSD', 100_000, 100_000);
  world.tick('BTCUSD', 100_000, 100_000);
  const gap = { symbol: 'EURUSD', direction: 'buy', amountCents: 48_000, leverage: 30 } as const;
  world.open({ ...gap, seenPoints: 100_033 });
  const halted = { symbol: 'BTCUSD', direction: 'sell', amountCents: 100, leverage: 1 } as const;
  world.open({ ...halted, seenPoints: 99_975 });
  world.setState('BTCUSD', 'halted');
  world.tick('EURUSD', 90_000, 90_008);
  expect(world.account().cashCents).toBe(-44_324);
  return world;
}

const credit = (amount: number) => ({ 'customer:credit': amount, 'house:bonus': 0 - amount });
const deposit = (amount: number) => ({ 'customer:cash': amount, 'house:bank': 0 - amount });

it('makes cash below zero good by credit that comes, and the house bears the rest', () => {
  const world = shortOfCash('international');
  world.post('credit', credit(20_000));
  expect(world.events.at(-1)).toMatchObject({
    posting: {
      kind: 'credit',
      entries: [
        { account: 'customer:cash', customerId: 1, amountCents: 20_000 },
        { account: 'house:bonus', customerId: null, amountCents: -20_000 },
      ],
    },
  });
  expect(world.account()).toMatchObject({ cashCents: -24_324, creditCents: 0 });
  world.setState('BTCUSD', 'live');
  world.close(2);
  expect(world.account()).toMatchObject({ cashCents: 0, creditCents: 0 });
  world.post('deposit', deposit(50_000));
  expect(world.figures().withdrawableCents).toBe(50_000);
});

it('leaves what is more than the cash is short of as credit', () => {
  const world = shortOfCash('international');
  world.post('bonus', credit(50_000));
  expect(world.account()).toMatchObject({ cashCents: 0, creditCents: 5_676 });
  world.post('bonus', credit(1_000));
  expect(world.account()).toMatchObject({ cashCents: 0, creditCents: 6_676 });
  expect(world.figures().balanceCents).toBe(6_676);
});

it('makes cash below zero good by the credit that was there, too', () => {
  const world = createWorld({ regime: 'international' });
  world.addAccount(1_000);
  world.post('bonus', credit(8_249));
  // After a gap, a reversed deposit leaves the account with credit and negative cash.
  world.post('deposit', deposit(-4_175));
  expect(world.account()).toMatchObject({ cashCents: -3_175, creditCents: 8_249 });
  // Credit after covering the negative cash: 8,249 + 2,647 − 3,175 = 7,721 cents.
  world.post('bonus', credit(2_647));
  expect(world.events.at(-1)).toMatchObject({
    posting: {
      entries: [
        { account: 'customer:cash', customerId: 1, amountCents: 3_175 },
        { account: 'customer:credit', customerId: 1, amountCents: -528 },
        { account: 'house:bonus', customerId: null, amountCents: -2_647 },
      ],
    },
  });
  expect(world.account()).toMatchObject({ cashCents: 0, creditCents: 7_721 });
});

it('leaves credit and cash apart under the EU regime', () => {
  const world = shortOfCash('eu-retail');
  world.post('credit', credit(20_000));
  expect(world.account()).toMatchObject({ cashCents: -44_324, creditCents: 20_000 });
});
