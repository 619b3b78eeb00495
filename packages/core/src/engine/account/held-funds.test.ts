import { expect, it } from 'vitest';
import { createPayoutPosting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import type { Decision } from '../decision.ts';
import type { EngineRules } from '../state.ts';
import { createWorld, START_MS, summaryOf, type Order, type World } from '../testing/world.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 100_000,
  leverage: 30,
  seenPoints: 100_025,
};

/** An account with € 10,000 and a buy of € 1,000 × 30 that filled at 100,025 points. */
function prepared(rules: Partial<EngineRules> = {}): World {
  const world = createWorld(rules);
  world.addAccount(1_000_000);
  world.tick('EURUSD', 100_000, 100_000);
  world.open(BUY);
  return world;
}

function hold(world: World, amountCents: number, reference: string): Decision {
  const command = { kind: 'hold-funds', accountId: 1, atMs: START_MS } as const;
  return world.run({ ...command, amountCents: cents(amountCents), reference });
}

function release(world: World, reference: string): Decision {
  return world.run({ kind: 'release-funds', accountId: 1, atMs: START_MS, reference });
}

function pay(world: World, amountCents: number, reference: string): Decision {
  const paid = { accountId: 1, reference, amountCents: cents(amountCents), feeCents: cents(0) };
  const posting = createPayoutPosting({ ...paid, atMs: START_MS });
  return world.run({ kind: 'post-funds', accountId: 1, atMs: START_MS, posting });
}

function ownCents(world: World): number {
  const { cashCents, holds } = world.account();
  return [...holds.values()].reduce((sum: number, one) => sum + one, cashCents);
}

it('covers the loss of a gap from a withdrawal that is not paid yet', () => {
  const world = prepared();
  hold(world, 890_000, 'W1');
  world.setState('EURUSD', 'closed');
  world.setState('EURUSD', 'live');
  // Profit in cents: 3,000,000 × −10,025 ÷ 100,025 = −300,674.8…
  const events = world.tick('EURUSD', 90_000, 90_000);
  expect(summaryOf(events)).toEqual([[1, 'low-margin', 90_000, -300_675], 'withdrawal-cancelled']);
  expect(events[1]).toMatchObject({
    reference: 'W1',
    amountCents: 890_000,
    cause: 'loss',
    posting: { uniqueKey: 'release:W1' },
  });
  expect(world.account().cashCents).toBe(699_325);
  expect(world.account().holds.size).toBe(0);
});

it('covers a loss on a close by hand, and of a professional, too', () => {
  for (const clientCategory of ['retail', 'professional'] as const) {
    const world = createWorld({ marginCloseOutPercent: 0 });
    world.addAccount(1_000_000, { clientCategory });
    world.tick('EURUSD', 100_000, 100_000);
    const id = world.open({ ...BUY, leverage: 10 });
    hold(world, 890_000, 'W1');
    world.setState('EURUSD', 'closed');
    world.tick('EURUSD', 87_000, 87_000);
    world.setState('EURUSD', 'live');
    world.close(id);
    // Profit in cents: 1,000,000 × −13,025 ÷ 100,025 = −130,217.4…
    expect([ownCents(world), world.account().holds.size]).toEqual([869_783, 0]);
  }
});

it('cancels the newest withdrawals first, and no more than the loss takes', () => {
  const world = prepared();
  for (const reference of ['W3', 'W1', 'W2']) hold(world, 250_000, reference);
  // Just before the close, the account has 250,000 cents of cash.
  world.tick('EURUSD', 90_000, 90_000);
  expect([...world.account().holds.keys()]).toEqual(['W3', 'W1']);
  expect(world.account().cashCents).toBe(250_000 - 300_675 + 250_000);
});

it('lets balance protection pay only what remains after all withdrawals', () => {
  const world = prepared();
  hold(world, 450_000, 'W1');
  hold(world, 440_000, 'W2');
  // Profit in cents: 3,000,000 × −35,025 ÷ 100,025 = −1,050,487.4…
  const events = world.tick('EURUSD', 65_000, 65_000);
  expect(summaryOf(events)).toEqual([
    [1, 'low-margin', 65_000, -1_050_487],
    'withdrawal-cancelled',
    'withdrawal-cancelled',
    ['protection', 50_487, -50_487],
  ]);
  expect(ownCents(world)).toBe(0);
});

it('takes what is held before credit, as it would take cash', () => {
  const worlds = [true, false].map((isAsked) => {
    const world = createWorld({ regime: 'international' });
    world.addAccount(1_000_000);
    world.post('bonus', { 'customer:credit': 200_000, 'house:bonus': -200_000 });
    world.tick('EURUSD', 100_000, 100_000);
    world.open(BUY);
    if (isAsked) hold(world, 890_000, 'W1');
    world.tick('EURUSD', 90_000, 90_000);
    return [world.account().cashCents, world.account().creditCents];
  });
  expect(worlds).toEqual([
    [699_325, 200_000],
    [699_325, 200_000],
  ]);
});

it('lets a bonus not pay for cash that a withdrawal covers', () => {
  const world = createWorld({ regime: 'international', marginCloseOutPercent: 0 });
  world.addAccount(300_000);
  world.tick('EURUSD', 100_000, 100_000);
  const first = world.open({ ...BUY, direction: 'sell', seenPoints: 99_975, leverage: 10 });
  world.open({ ...BUY, leverage: 10 });
  hold(world, 90_000, 'W1');
  world.tick('EURUSD', 125_000, 125_000);
  world.close(first);
  const { cashCents } = world.account();
  expect(cashCents).toBeLessThan(0);
  world.post('bonus', { 'customer:credit': 50_000, 'house:bonus': -50_000 });
  expect(world.account()).toMatchObject({ cashCents, creditCents: 50_000 });
});

it('leaves free margin, equity and the close-out without what is held', () => {
  const [held, bare] = [prepared(), prepared()];
  hold(held, 890_000, 'W1');
  expect(held.figures()).toMatchObject({
    equityCents: bare.figures().equityCents - 890_000,
    freeMarginCents: 10_000,
  });
  expect(held.order({ ...BUY, amountCents: 20_000 })).toMatchObject({
    refusal: { code: 'amount-too-large' },
  });
});

it('makes nobody better off by asking for money or by cancelling it', () => {
  const asked = prepared();
  hold(asked, 890_000, 'W1');
  asked.tick('EURUSD', 90_000, 90_000);
  const cancelled = prepared();
  hold(cancelled, 890_000, 'W1');
  release(cancelled, 'W1');
  cancelled.tick('EURUSD', 90_000, 90_000);
  const never = prepared();
  never.tick('EURUSD', 90_000, 90_000);
  expect([ownCents(asked), ownCents(cancelled)]).toEqual([ownCents(never), ownCents(never)]);
});

it('pays a withdrawal only while it would still be withdrawable', () => {
  const world = prepared();
  hold(world, 890_000, 'W1');
  // The open position has a loss of € 7.50: the spread and the mark-up.
  expect(pay(world, 890_000, 'W1').kind).toBe('decided');

  const lost = prepared();
  hold(lost, 890_000, 'W1');
  // Profit in cents: 3,000,000 × −525 ÷ 100,025 = −15,746
  lost.tick('EURUSD', 99_500, 99_500);
  expect(pay(lost, 890_000, 'W1')).toMatchObject({
    refusal: { code: 'withdraw-maximum', facts: { maximum: 8_842.54 } },
  });
  expect([...lost.account().holds]).toEqual([['W1', 890_000]]);
  lost.tick('EURUSD', 100_000, 100_000);
  expect(pay(lost, 890_000, 'W1').kind).toBe('decided');
});

it('keeps back what an open position would lose by a gap while its symbol is not live', () => {
  const world = prepared({ gapPercents: { forex: 5 } });
  const { withdrawableCents } = world.figures();
  expect(withdrawableCents).toBe(899_250);
  world.setState('EURUSD', 'closed');
  // Withdrawable: balance less the loss at the gap, 3,000,000 × (95,000 − 100,025) ÷ 100,025 =
  // −150,712.3…; 750 of it are lost already.
  expect(world.figures().withdrawableCents).toBe(900_000 - 150_712);
  expect(hold(world, 800_000, 'W1')).toMatchObject({
    refusal: { code: 'withdraw-maximum', facts: { maximum: 7_492.88 } },
  });
  world.setState('EURUSD', 'live');
  expect(hold(world, 800_000, 'W1').kind).toBe('decided');
  world.setState('EURUSD', 'halted');
  expect(pay(world, 800_000, 'W1')).toMatchObject({
    refusal: { code: 'withdraw-maximum', facts: { maximum: 7_492.88 } },
  });
});

it('bounds the gap of a guaranteed position by its guarantee', () => {
  const world = createWorld({ gapPercents: { forex: 5 } });
  world.addAccount(1_000_000, { isProtected: true });
  world.tick('EURUSD', 100_000, 100_000);
  world.open({ ...BUY, stopPoints: 99_000 });
  world.setState('EURUSD', 'closed');
  // Withdrawable: balance less the loss at the gap, 3,000,000 × (99,000 − 100,025) ÷ 100,025 =
  // −30,742.3….
  expect(world.figures().withdrawableCents).toBe(900_000 - 30_742);
});
