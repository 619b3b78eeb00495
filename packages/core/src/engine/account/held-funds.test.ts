import { expect, it } from 'vitest';
import { createPayoutPosting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import type { Decision } from '../decision.ts';
import type { EngineRules } from '../state.ts';
import {
  createTestEngine,
  START_MS,
  summaryOf,
  type Order,
  type TestEngine,
} from '../testing/test-engine.ts';

const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 100_000,
  leverage: 30,
  requestedPoints: 100_025,
};

/** An account with € 10,000 and a buy of € 1,000 × 30 that filled at 100,025 points. */
function prepared(rules: Partial<EngineRules> = {}): TestEngine {
  const engine = createTestEngine(rules);
  engine.addAccount(1_000_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.open(BUY);
  return engine;
}

function hold(engine: TestEngine, amountCents: number, reference: string): Decision {
  const command = { kind: 'hold-funds', accountId: 1, atMs: START_MS } as const;
  return engine.run({ ...command, amountCents: cents(amountCents), reference });
}

function release(engine: TestEngine, reference: string): Decision {
  return engine.run({ kind: 'release-funds', accountId: 1, atMs: START_MS, reference });
}

function pay(engine: TestEngine, amountCents: number, reference: string): Decision {
  const paid = { accountId: 1, reference, amountCents: cents(amountCents), feeCents: cents(0) };
  const posting = createPayoutPosting({ ...paid, atMs: START_MS });
  return engine.run({ kind: 'post-funds', accountId: 1, atMs: START_MS, posting });
}

function ownCents(engine: TestEngine): number {
  const { cashCents, holds } = engine.account();
  return [...holds.values()].reduce((sum: number, one) => sum + one, cashCents);
}

it('covers the loss of a gap from a withdrawal that is not paid yet', () => {
  const engine = prepared();
  hold(engine, 890_000, 'W1');
  engine.setState('EURUSD', 'closed');
  engine.setState('EURUSD', 'live');
  // Profit in cents: 3,000,000 × −10,025 ÷ 100,025 = −300,674.8…
  const events = engine.tick('EURUSD', 90_000, 90_000);
  expect(summaryOf(events)).toEqual([[1, 'low-margin', 90_000, -300_675], 'withdrawal-cancelled']);
  expect(events[1]).toMatchObject({
    reference: 'W1',
    amountCents: 890_000,
    cause: 'loss',
    posting: { uniqueKey: 'release:W1' },
  });
  expect(engine.account().cashCents).toBe(699_325);
  expect(engine.account().holds.size).toBe(0);
});

it('covers a loss on a manual close, and of a professional client', () => {
  for (const clientCategory of ['retail', 'professional'] as const) {
    const engine = createTestEngine({ marginCloseOutPercent: 0 });
    engine.addAccount(1_000_000, { clientCategory });
    engine.tick('EURUSD', 100_000, 100_000);
    const id = engine.open({ ...BUY, leverage: 10 });
    hold(engine, 890_000, 'W1');
    engine.setState('EURUSD', 'closed');
    engine.tick('EURUSD', 87_000, 87_000);
    engine.setState('EURUSD', 'live');
    engine.close(id);
    // Profit in cents: 1,000,000 × −13,025 ÷ 100,025 = −130,217.4…
    expect([ownCents(engine), engine.account().holds.size]).toEqual([869_783, 0]);
  }
});

it('cancels the newest withdrawals first, and no more than the loss requires', () => {
  const engine = prepared();
  for (const reference of ['W3', 'W1', 'W2']) hold(engine, 250_000, reference);
  // Just before the close, the account has 250,000 cents of cash.
  engine.tick('EURUSD', 90_000, 90_000);
  expect([...engine.account().holds.keys()]).toEqual(['W3', 'W1']);
  expect(engine.account().cashCents).toBe(250_000 - 300_675 + 250_000);
});

it('lets balance protection pay only what remains after all withdrawals', () => {
  const engine = prepared();
  hold(engine, 450_000, 'W1');
  hold(engine, 440_000, 'W2');
  // Profit in cents: 3,000,000 × −35,025 ÷ 100,025 = −1,050,487.4…
  const events = engine.tick('EURUSD', 65_000, 65_000);
  expect(summaryOf(events)).toEqual([
    [1, 'low-margin', 65_000, -1_050_487],
    'withdrawal-cancelled',
    'withdrawal-cancelled',
    ['protection', 50_487, -50_487],
  ]);
  expect(ownCents(engine)).toBe(0);
});

it('uses held funds before credit, like cash', () => {
  const engines = [true, false].map((isAsked) => {
    const engine = createTestEngine({ regime: 'international' });
    engine.addAccount(1_000_000);
    engine.post('bonus', { 'customer:credit': 200_000, 'house:bonus': -200_000 });
    engine.tick('EURUSD', 100_000, 100_000);
    engine.open(BUY);
    if (isAsked) hold(engine, 890_000, 'W1');
    engine.tick('EURUSD', 90_000, 90_000);
    return [engine.account().cashCents, engine.account().creditCents];
  });
  expect(engines).toEqual([
    [699_325, 200_000],
    [699_325, 200_000],
  ]);
});

it('does not use a bonus for a loss that a withdrawal covers', () => {
  const engine = createTestEngine({ regime: 'international', marginCloseOutPercent: 0 });
  engine.addAccount(300_000);
  engine.tick('EURUSD', 100_000, 100_000);
  const first = engine.open({ ...BUY, direction: 'sell', requestedPoints: 99_975, leverage: 10 });
  engine.open({ ...BUY, leverage: 10 });
  hold(engine, 90_000, 'W1');
  engine.tick('EURUSD', 125_000, 125_000);
  engine.close(first);
  const { cashCents } = engine.account();
  expect(cashCents).toBeLessThan(0);
  engine.post('bonus', { 'customer:credit': 50_000, 'house:bonus': -50_000 });
  expect(engine.account()).toMatchObject({ cashCents, creditCents: 50_000 });
});

it('excludes held funds from free margin, equity and the close-out', () => {
  const [held, bare] = [prepared(), prepared()];
  hold(held, 890_000, 'W1');
  expect(held.figures()).toMatchObject({
    equityCents: bare.figures().equityCents - 890_000,
    freeMarginCents: 10_000,
  });
  expect(held.order({ ...BUY, amountCents: 20_000 })).toMatchObject({
    rejection: { code: 'amount-too-large' },
  });
});

it('gives no advantage for requesting or cancelling a withdrawal', () => {
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

it('pays a withdrawal only while its amount is still withdrawable', () => {
  const engine = prepared();
  hold(engine, 890_000, 'W1');
  // The open position has a loss of € 7.50: the spread and the mark-up.
  expect(pay(engine, 890_000, 'W1').kind).toBe('decided');

  const lost = prepared();
  hold(lost, 890_000, 'W1');
  // Profit in cents: 3,000,000 × −525 ÷ 100,025 = −15,746
  lost.tick('EURUSD', 99_500, 99_500);
  expect(pay(lost, 890_000, 'W1')).toMatchObject({
    rejection: { code: 'withdraw-maximum', facts: { maximum: 8_842.54 } },
  });
  expect([...lost.account().holds]).toEqual([['W1', 890_000]]);
  lost.tick('EURUSD', 100_000, 100_000);
  expect(pay(lost, 890_000, 'W1').kind).toBe('decided');
});

it('reserves the gap loss of an open position while its symbol is not live', () => {
  const engine = prepared({ gapPercents: { forex: 5 } });
  const { withdrawableCents } = engine.figures();
  expect(withdrawableCents).toBe(899_250);
  engine.setState('EURUSD', 'closed');
  // Withdrawable: balance less the loss at the gap, 3,000,000 × (95,000 − 100,025) ÷ 100,025 =
  // −150,712.3…; 750 of it are lost already.
  expect(engine.figures().withdrawableCents).toBe(900_000 - 150_712);
  expect(hold(engine, 800_000, 'W1')).toMatchObject({
    rejection: { code: 'withdraw-maximum', facts: { maximum: 7_492.88 } },
  });
  engine.setState('EURUSD', 'live');
  expect(hold(engine, 800_000, 'W1').kind).toBe('decided');
  engine.setState('EURUSD', 'halted');
  expect(pay(engine, 800_000, 'W1')).toMatchObject({
    rejection: { code: 'withdraw-maximum', facts: { maximum: 7_492.88 } },
  });
});

it('limits the gap loss of a guaranteed position to its guarantee', () => {
  const engine = createTestEngine({ gapPercents: { forex: 5 } });
  engine.addAccount(1_000_000, { hasGuaranteedStop: true });
  engine.tick('EURUSD', 100_000, 100_000);
  engine.open({ ...BUY, stopPoints: 99_000 });
  engine.setState('EURUSD', 'closed');
  // Withdrawable: balance less the loss at the gap, 3,000,000 × (99,000 − 100,025) ÷ 100,025 =
  // −30,742.3….
  expect(engine.figures().withdrawableCents).toBe(900_000 - 30_742);
});
