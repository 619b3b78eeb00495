import { expect, it } from 'vitest';
import { createShortfallCoverPosting, createShortfallEndPosting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import { createWorld, summaryOf, type Order, type World } from '../testing/world.ts';
import type { AccountTerms } from '../state.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  seenPoints: 100_025,
};

function prepared(cashCents: number, terms: Partial<AccountTerms> = {}): World {
  const world = createWorld();
  world.addAccount(cashCents, terms);
  world.tick('EURUSD', 100_000, 100_000);
  return world;
}

it('brings a negative balance to zero once the last position is closed', () => {
  const world = prepared(10_000);
  world.open(BUY);
  // Profit in cents: 300,000 × −10,025 ÷ 100,025 = −30,067.48…
  const events = world.tick('EURUSD', 90_000, 90_000);
  expect(summaryOf(events)).toEqual([
    [1, 'low-margin', 90_000, -30_067],
    ['protection', 20_067, -20_067],
  ]);
  expect(events[1]).toMatchObject({ posting: { uniqueKey: 'protection:position:1' } });
  expect(world.account().cashCents).toBe(0);
});

it('does it once after a cascade, not inside it', () => {
  const world = prepared(30_000);
  for (let count = 0; count < 3; count += 1) world.open({ ...BUY, amountCents: 9_000 });
  const kinds = world.tick('EURUSD', 90_000, 90_000).map((event) => event.kind);
  expect(kinds).toEqual(['position-closed', 'position-closed', 'position-closed', 'funds-posted']);
  expect(world.account().cashCents).toBe(0);
});

it('does not do it for a professional, nor while a balance is not negative', () => {
  const professional = prepared(10_000, { clientCategory: 'professional' });
  professional.open(BUY);
  expect(professional.tick('EURUSD', 90_000, 90_000)).toHaveLength(1);
  expect(professional.account().cashCents).toBe(-20_067);

  const solvent = prepared(30_067);
  solvent.open(BUY);
  expect(solvent.tick('EURUSD', 90_000, 90_000)).toHaveLength(1);
  expect(solvent.account().cashCents).toBe(0);
});

it('lets the balance of a hedged gap be negative until the other leg is closed', () => {
  const world = createWorld();
  world.addAccount(100_000);
  world.tick('EURUSD', 100_000, 100_008);
  world.open({ ...BUY, amountCents: 48_000, seenPoints: 100_033 });
  world.open({ ...BUY, direction: 'sell', amountCents: 48_000, seenPoints: 99_975 });

  // Profit in cents: 1,440,000 × −10,033 ÷ 100,033 = −144,427.5…
  expect(summaryOf(world.tick('EURUSD', 90_000, 90_008))).toEqual([
    [1, 'low-margin', 90_000, -144_428],
  ]);
  expect(world.account().cashCents).toBe(-44_428);
  expect(world.figures()).toMatchObject({ freeMarginCents: -92_428, withdrawableCents: 0 });
  expect(world.order({ ...BUY, amountCents: 100, seenPoints: 90_031 })).toMatchObject({
    refusal: { code: 'amount-too-large', facts: { maximum: 0 } },
  });

  // The other position gains 1,440,000 × 9,967 ÷ 99,975 = 143,560.6… cents, so the customer ends
  // with 1,000 less costs.
  expect(world.close(2)).toMatchObject({ events: [{ position: { profitCents: 143_561 } }] });
  expect(world.account().cashCents).toBe(99_133);
});

it('protects after a close by hand and after closing all', () => {
  for (const which of ['one', 'all'] as const) {
    const world = prepared(10_000);
    world.open({ ...BUY, amountCents: 5_000 });
    world.setState('EURUSD', 'halted');
    world.tick('EURUSD', 70_000, 70_000);
    world.setState('EURUSD', 'live');
    const atMs = world.clock.nowMs;
    if (which === 'one') world.close(1);
    else world.run({ kind: 'close-positions', accountId: 1, atMs, which });
    expect(world.account().cashCents).toBe(0);
    expect(world.events.at(-1)).toMatchObject({
      kind: 'funds-posted',
      posting: { kind: 'protection' },
    });
  }
});

it('does nothing after a part is closed, though the balance is negative', () => {
  const world = prepared(10_000);
  world.open(BUY);
  world.setState('EURUSD', 'halted');
  world.tick('EURUSD', 70_000, 70_000);
  world.setState('EURUSD', 'live');
  expect(world.close(1, 5_000)).toMatchObject({ events: [{ kind: 'position-reduced' }] });
  expect(world.account().cashCents).toBeLessThan(0);
});

it('leaves the shortfall of an account that shares its protection as a debt', () => {
  const world = prepared(10_000, { sharesProtection: true });
  world.open(BUY);
  const events = world.tick('EURUSD', 90_000, 90_000);
  expect(summaryOf(events)).toEqual([
    [1, 'low-margin', 90_000, -30_067],
    ['shortfall', 20_067, -20_067],
  ]);
  expect(events[1]).toMatchObject({
    posting: {
      uniqueKey: 'shortfall:position:1',
      entries: [
        { account: 'customer:cash', customerId: 1, amountCents: 20_067 },
        { account: 'customer:debt', customerId: 1, amountCents: -20_067 },
      ],
    },
  });
  expect(world.account()).toMatchObject({ cashCents: 0, debtCents: 20_067 });

  world.post('deposit', { 'customer:cash': 50_000, 'house:bank': -50_000 });
  expect(world.figures()).toMatchObject({ freeMarginCents: 50_000, withdrawableCents: 29_933 });
  const posting = createShortfallEndPosting({
    positionId: 1,
    accountId: 1,
    amountCents: cents(20_067),
    atMs: world.clock.nowMs,
  });
  world.run({ kind: 'post-funds', accountId: 1, atMs: world.clock.nowMs, posting });
  expect(world.figures()).toMatchObject({ withdrawableCents: 50_000 });
});

it('never takes more from a linked account than it could withdraw', () => {
  const world = prepared(10_000);
  const cover = (amountCents: number) => {
    const atMs = world.clock.nowMs;
    const part = { positionId: 9, accountId: 1, amountCents: cents(amountCents), atMs };
    const posting = createShortfallCoverPosting(part);
    return world.run({ kind: 'post-funds', accountId: 1, atMs, posting });
  };
  world.open({ ...BUY, amountCents: 4_000 });
  expect(cover(6_001)).toMatchObject({ kind: 'refused', refusal: { code: 'amount-too-large' } });
  expect(cover(5_000)).toMatchObject({ kind: 'decided' });
  expect(world.account().cashCents).toBe(5_000);
});
