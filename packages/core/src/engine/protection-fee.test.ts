import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { largestBesideFee, protectionFee } from './protection.ts';
import { createTestEngine, type Order, type TestEngine } from './testing/test-engine.ts';

// The premium is 0.1 % of margin × leverage: at leverage 30 it is 3 % of the margin.
const RULES = { protectionFeeBps: 10 };
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  requestedPoints: 100_000,
};

function prepared(cashCents: number, hasGuaranteedStop = true): TestEngine {
  const engine = createTestEngine({ ...RULES, regime: 'international' });
  engine.addAccount(cashCents, { hasGuaranteedStop });
  engine.tick('EURUSD', 99_975, 99_975);
  return engine;
}

it('books the premium with the opening', () => {
  const engine = prepared(100_000);
  expect(engine.order(BUY)).toMatchObject({
    events: [
      { kind: 'position-opened', position: { id: 1 } },
      {
        kind: 'funds-posted',
        accountId: 1,
        posting: {
          kind: 'fee',
          reference: 'position:1',
          uniqueKey: 'protection-fee:position:1',
          entries: [
            { account: 'customer:cash', customerId: 1, amountCents: -300 },
            { account: 'house:fees', customerId: null, amountCents: 300 },
          ],
        },
      },
    ],
  });
  expect(engine.account().cashCents).toBe(99_700);
  const plain = prepared(100_000, false);
  expect(plain.order(BUY)).toMatchObject({ events: [{ kind: 'position-opened' }] });
  expect(plain.account().cashCents).toBe(100_000);
});

it('requires free margin for the amount and the premium', () => {
  // 97.09 of margin and 2.91 of premium use exactly 100.00; a margin of 97.10 needs 2.91 too, and
  // is too large.
  const engine = prepared(10_000);
  expect(engine.order({ ...BUY, amountCents: 9_710 })).toEqual({
    kind: 'refused',
    rejection: { code: 'amount-too-large', facts: { maximum: 97.09 } },
  });
  engine.open({ ...BUY, amountCents: 9_709 });
  expect(engine.figures()).toMatchObject({ balanceCents: 9_709, freeMarginCents: 0 });

  engine.post('deposit', { 'customer:cash': 10_000, 'house:bank': -10_000 });
  engine.tick('EURUSD', 99_000, 99_000);
  // The open position has lost 2,913 cents: E − M = 7,087 = 6,881 of margin + 206.43 of premium.
  const requestedPoints = 99_025;
  expect(engine.order({ ...BUY, amountCents: 6_882, requestedPoints })).toEqual({
    kind: 'refused',
    rejection: { code: 'open-losses', facts: { available: 68.81 } },
  });
  expect(engine.order({ ...BUY, amountCents: 6_881, requestedPoints }).kind).toBe('decided');
});

it('debits the premium from cash first, then from credit', () => {
  const engine = prepared(100);
  engine.post('credit', { 'customer:credit': 20_000, 'house:bonus': -20_000 });
  engine.open(BUY);
  expect(engine.account()).toMatchObject({ cashCents: 0, creditCents: 19_800 });
});

it('finds the largest amount that leaves room for its premium', () => {
  const totals = fc.integer({ min: 0, max: 10_000_000 }).map(cents);
  fc.assert(
    fc.property(
      totals,
      fc.constantFrom(1, 2, 5, 30),
      fc.integer({ min: 0, max: 500 }),
      (totalCents, leverage, protectionFeeBps) => {
        const rules = { protectionFeeBps };
        const amountCents = largestBesideFee(rules, { totalCents, leverage });
        const costOf = (amount: number) =>
          amount + protectionFee(rules, { amountCents: cents(amount), leverage });
        expect(costOf(amountCents)).toBeLessThanOrEqual(totalCents);
        expect(costOf(amountCents + 1)).toBeGreaterThan(totalCents);
      },
    ),
  );
});
