import { expect, it } from 'vitest';
import { createShortfallCoverPosting, createShortfallEndPosting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import {
  createTestEngine,
  summaryOf,
  type Order,
  type TestEngine,
} from '../testing/test-engine.ts';
import type { AccountTerms } from '../state.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  requestedPoints: 100_025,
};

function prepared(cashCents: number, terms: Partial<AccountTerms> = {}): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(cashCents, terms);
  engine.tick('EURUSD', 100_000, 100_000);
  return engine;
}

it('brings a negative balance to zero once the last position is closed', () => {
  const engine = prepared(10_000);
  engine.open(BUY);
  // Profit in cents: 300,000 × −10,025 ÷ 100,025 = −30,067.48…
  const events = engine.tick('EURUSD', 90_000, 90_000);
  expect(summaryOf(events)).toEqual([
    [1, 'low-margin', 90_000, -30_067],
    ['protection', 20_067, -20_067],
  ]);
  expect(events[1]).toMatchObject({ posting: { uniqueKey: 'protection:position:1' } });
  expect(engine.account().cashCents).toBe(0);
});

it('protects once after a cascade, not within it', () => {
  const engine = prepared(30_000);
  for (let count = 0; count < 3; count += 1) engine.open({ ...BUY, amountCents: 9_000 });
  const kinds = engine.tick('EURUSD', 90_000, 90_000).map((event) => event.kind);
  expect(kinds).toEqual(['position-closed', 'position-closed', 'position-closed', 'funds-posted']);
  expect(engine.account().cashCents).toBe(0);
});

it('does not protect a professional client or a balance that is not negative', () => {
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
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 100_000, 100_008);
  engine.open({ ...BUY, amountCents: 48_000, requestedPoints: 100_033 });
  engine.open({ ...BUY, direction: 'sell', amountCents: 48_000, requestedPoints: 99_975 });

  // Profit in cents: 1,440,000 × −10,033 ÷ 100,033 = −144,427.5…
  expect(summaryOf(engine.tick('EURUSD', 90_000, 90_008))).toEqual([
    [1, 'low-margin', 90_000, -144_428],
  ]);
  expect(engine.account().cashCents).toBe(-44_428);
  expect(engine.figures()).toMatchObject({ freeMarginCents: -92_428, withdrawableCents: 0 });
  expect(engine.order({ ...BUY, amountCents: 100, requestedPoints: 90_031 })).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 0 } },
  });

  // The other position gains 1,440,000 × 9,967 ÷ 99,975 = 143,560.6… cents, so the customer ends
  // with 1,000 less costs.
  expect(engine.close(2)).toMatchObject({ events: [{ position: { profitCents: 143_561 } }] });
  expect(engine.account().cashCents).toBe(99_133);
});

it('protects after a manual close and after closing all', () => {
  for (const which of ['one', 'all'] as const) {
    const engine = prepared(10_000);
    engine.open({ ...BUY, amountCents: 5_000 });
    engine.setState('EURUSD', 'halted');
    engine.tick('EURUSD', 70_000, 70_000);
    engine.setState('EURUSD', 'live');
    const atMs = engine.clock.nowMs;
    if (which === 'one') engine.close(1);
    else engine.run({ kind: 'close-positions', accountId: 1, atMs, which });
    expect(engine.account().cashCents).toBe(0);
    expect(engine.events.at(-1)).toMatchObject({
      kind: 'funds-posted',
      posting: { kind: 'protection' },
    });
  }
});

it('does nothing after a partial close, although the balance is negative', () => {
  const engine = prepared(10_000);
  engine.open(BUY);
  engine.setState('EURUSD', 'halted');
  engine.tick('EURUSD', 70_000, 70_000);
  engine.setState('EURUSD', 'live');
  expect(engine.close(1, 5_000)).toMatchObject({ events: [{ kind: 'position-reduced' }] });
  expect(engine.account().cashCents).toBeLessThan(0);
});

it('leaves the shortfall of an account that shares its protection as a debt', () => {
  const engine = prepared(10_000, { sharesProtection: true });
  engine.open(BUY);
  const events = engine.tick('EURUSD', 90_000, 90_000);
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
  expect(engine.account()).toMatchObject({ cashCents: 0, debtCents: 20_067 });

  engine.post('deposit', { 'customer:cash': 50_000, 'house:bank': -50_000 });
  expect(engine.figures()).toMatchObject({ freeMarginCents: 50_000, withdrawableCents: 29_933 });
  const posting = createShortfallEndPosting({
    positionId: 1,
    accountId: 1,
    amountCents: cents(20_067),
    atMs: engine.clock.nowMs,
  });
  engine.run({ kind: 'post-funds', accountId: 1, atMs: engine.clock.nowMs, posting });
  expect(engine.figures()).toMatchObject({ withdrawableCents: 50_000 });
});

it('never takes more from a linked account than it could withdraw', () => {
  const engine = prepared(10_000);
  const cover = (amountCents: number) => {
    const atMs = engine.clock.nowMs;
    const part = { positionId: 9, accountId: 1, amountCents: cents(amountCents), atMs };
    const posting = createShortfallCoverPosting(part);
    return engine.run({ kind: 'post-funds', accountId: 1, atMs, posting });
  };
  engine.open({ ...BUY, amountCents: 4_000 });
  expect(cover(6_001)).toMatchObject({ kind: 'refused', rejection: { code: 'amount-too-large' } });
  expect(cover(5_000)).toMatchObject({ kind: 'decided' });
  expect(engine.account().cashCents).toBe(5_000);
});
