import { expect, it } from 'vitest';
import { isBelowLevel } from './figures.ts';
import { createTestEngine, type Order, type TestEngine } from '../testing/test-engine.ts';
import type { EngineRules } from '../state.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 10,
  requestedPoints: 100_025,
};

function prepared(regime: EngineRules['regime']): TestEngine {
  const engine = createTestEngine({ regime });
  engine.addAccount(30_000);
  engine.post('bonus', { 'customer:credit': 5_000, 'house:bonus': -5_000 });
  engine.tick('EURUSD', 100_000, 100_000);
  return engine;
}

it('shows cash alone without positions, and no margin level', () => {
  expect(prepared('eu-retail').figures()).toEqual({
    balanceCents: 30_000,
    creditCents: 5_000,
    debtCents: 0,
    profitCents: 0,
    equityCents: 30_000,
    usedMarginCents: 0,
    freeMarginCents: 30_000,
    marginLevelPercent: null,
    withdrawableCents: 30_000,
  });
});

it('deducts open losses from the withdrawable amount and ignores open gains [k-equity] [k-free-margin]', () => {
  const engine = prepared('eu-retail');
  engine.open(BUY);
  engine.tick('EURUSD', 99_025, 99_025);
  // Profit: 100,000 × −1,000 ÷ 100,025 = −999.75… cents. Margin level: 29,000 ÷ 10,000.
  expect(engine.figures()).toEqual({
    balanceCents: 30_000,
    creditCents: 5_000,
    debtCents: 0,
    profitCents: -1_000,
    equityCents: 29_000,
    usedMarginCents: 10_000,
    freeMarginCents: 20_000,
    marginLevelPercent: 290,
    withdrawableCents: 19_000,
  });
  engine.tick('EURUSD', 101_025, 101_025);
  expect(engine.figures()).toMatchObject({
    profitCents: 1_000,
    equityCents: 31_000,
    freeMarginCents: 20_000,
    withdrawableCents: 20_000,
  });
});

it('counts credit into the balance under the international regime, and never pays it out', () => {
  const engine = prepared('international');
  engine.open(BUY);
  engine.tick('EURUSD', 99_025, 99_025);
  expect(engine.figures()).toEqual({
    balanceCents: 35_000,
    creditCents: 5_000,
    debtCents: 0,
    profitCents: -1_000,
    equityCents: 34_000,
    usedMarginCents: 10_000,
    freeMarginCents: 25_000,
    marginLevelPercent: 340,
    withdrawableCents: 19_000,
  });
});

it('takes losses from cash first, then from credit, then from cash again', () => {
  const engine = prepared('international');
  engine.open({ ...BUY, amountCents: 34_000 });
  engine.open({ ...BUY, amountCents: 100, direction: 'sell', requestedPoints: 99_975 });
  engine.setState('EURUSD', 'halted');

  engine.tick('EURUSD', 91_000, 91_000);
  engine.setState('EURUSD', 'live');
  engine.close(1, 33_900);
  // Loss: 339,000 × −9,025 ÷ 100,025 = −30,587.1… cents, of which 30,000 come from cash and 587
  // from credit.
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 4_413 });
  expect(engine.events.at(-1)).toMatchObject({
    posting: {
      entries: [
        { account: 'customer:cash', amountCents: -30_000 },
        { account: 'customer:credit', amountCents: -587 },
        { account: 'house:trading', amountCents: 30_587 },
      ],
    },
  });
  // A gain goes to cash: 1,000 × 8,975 ÷ 99,975 = 89.7… cents, rounded down because the position is
  // below the small-position limit.
  engine.close(2);
  expect(engine.account()).toMatchObject({ cashCents: 89, creditCents: 4_413 });
});

it('takes a loss from credit alone once credit has covered negative cash', () => {
  const engine = createTestEngine({ regime: 'international' });
  engine.addAccount(10_000);
  engine.tick('EURUSD', 100_000, 100_000);
  for (const amountCents of [4_000, 4_000, 1_000]) engine.open({ ...BUY, amountCents });
  engine.setState('EURUSD', 'halted');
  engine.tick('EURUSD', 70_000, 70_000);
  engine.setState('EURUSD', 'live');
  // Profit in cents: 40,000 × −30,025 ÷ 100,025 = −12,006.9…
  engine.close(1);
  expect(engine.account()).toMatchObject({ cashCents: -2_007, creditCents: 0 });
  engine.post('bonus', { 'customer:credit': 50_000, 'house:bonus': -50_000 });
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 47_993 });
  engine.close(2);
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 35_986 });
});

it('does not use credit under the EU regime', () => {
  const engine = prepared('eu-retail');
  engine.open({ ...BUY, amountCents: 29_000, leverage: 30 });
  engine.tick('EURUSD', 90_000, 90_000);
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 5_000 });
});

it('covers the shortfall of cash and credit together', () => {
  const engine = prepared('international');
  engine.open({ ...BUY, amountCents: 30_000, leverage: 30 });
  // Profit in cents: 900,000 × −10,025 ÷ 100,025 = −90,202.4…
  engine.tick('EURUSD', 90_000, 90_000);
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 0 });
  expect(engine.events.at(-1)).toMatchObject({
    posting: { entries: [{ amountCents: 55_202 }, { amountCents: -55_202 }] },
  });
});

it('truncates the margin level, so that 49.999 % is not shown as 50 %', () => {
  const engine = prepared('eu-retail');
  engine.open({ ...BUY, amountCents: 30_000 });
  // Profit 300,000 × −50 ÷ 100,025 = −149.96… cents; margin level 29,850 ÷ 30,000.
  engine.tick('EURUSD', 99_975, 99_975);
  expect(engine.figures().marginLevelPercent).toBe(99.5);
  // Profit 300,000 × −67 ÷ 100,025 = −200.9… cents; margin level 29,799 ÷ 30,000 = 99.33 %.
  engine.tick('EURUSD', 99_958, 99_958);
  expect(engine.figures().marginLevelPercent).toBe(99.33);
  // Profit 300,000 × −66 ÷ 100,025 = −197.9… cents; margin level 29,802 ÷ 30,000 = 99.34 %.
  engine.tick('EURUSD', 99_959, 99_959);
  expect(engine.figures().marginLevelPercent).toBe(99.34);
  // Profit 300,000 × −70 ÷ 100,025 = −209.9… cents; margin level 29,790 ÷ 30,000 = 99.3 %.
  engine.tick('EURUSD', 99_955, 99_955);
  expect(engine.figures().marginLevelPercent).toBe(99.3);
});

it('rounds a negative margin level down', () => {
  const engine = prepared('eu-retail');
  engine.open({ ...BUY, amountCents: 30_000 });
  engine.setState('EURUSD', 'halted');
  // Profit 300,000 × −10,004 ÷ 100,025 = −30,004.49… cents; margin level −4 ÷ 30,000 = −0.013 %.
  engine.tick('EURUSD', 90_021, 90_021);
  expect(engine.figures()).toMatchObject({ equityCents: -4, marginLevelPercent: -0.02 });
});

it('compares the margin level exactly, also beyond the safe integers', () => {
  expect(isBelowLevel(5_000, 10_000, 50)).toBe(false);
  expect(isBelowLevel(4_999, 10_000, 50)).toBe(true);
  expect(isBelowLevel(-1, 1, 50)).toBe(true);
  // 50 × (2E + 1) exceeds 100 × E by 50, which a float of this size can't represent.
  const equity = 2 ** 52 - 6;
  expect(equity * 100).toBe((2 * equity + 1) * 50);
  expect(isBelowLevel(equity, 2 * equity + 1, 50)).toBe(true);
  expect(isBelowLevel(equity, 2 * equity, 50)).toBe(false);
});
