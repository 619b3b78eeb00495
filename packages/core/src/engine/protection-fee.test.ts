import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { largestBesideFee, protectionFee } from './protection.ts';
import { createWorld, type Order, type World } from './testing/world.ts';

// The premium is 0.1 % of margin × leverage: at leverage 30 it is 3 % of the margin.
const RULES = { protectionFeeBps: 10 };
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 30,
  seenPoints: 100_000,
};

function prepared(cashCents: number, isProtected = true): World {
  const world = createWorld({ ...RULES, regime: 'international' });
  world.addAccount(cashCents, { isProtected });
  world.tick('EURUSD', 99_975, 99_975);
  return world;
}

it('posts the fee with the opening', () => {
  const world = prepared(100_000);
  expect(world.order(BUY)).toMatchObject({
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
  expect(world.account().cashCents).toBe(99_700);
  const plain = prepared(100_000, false);
  expect(plain.order(BUY)).toMatchObject({ events: [{ kind: 'position-opened' }] });
  expect(plain.account().cashCents).toBe(100_000);
});

it('leaves room for the fee beside the amount', () => {
  // 97.09 of margin and 2.91 of premium use exactly 100.00; a margin of 97.10 needs 2.91 too, and
  // is too large.
  const world = prepared(10_000);
  expect(world.order({ ...BUY, amountCents: 9_710 })).toEqual({
    kind: 'refused',
    refusal: { code: 'amount-too-large', facts: { maximum: 97.09 } },
  });
  world.open({ ...BUY, amountCents: 9_709 });
  expect(world.figures()).toMatchObject({ balanceCents: 9_709, freeMarginCents: 0 });

  world.post('deposit', { 'customer:cash': 10_000, 'house:bank': -10_000 });
  world.tick('EURUSD', 99_000, 99_000);
  // The open position has lost 2,913 cents: E − M = 7,087 = 6,881 of margin + 206.43 of premium.
  const seenPoints = 99_025;
  expect(world.order({ ...BUY, amountCents: 6_882, seenPoints })).toEqual({
    kind: 'refused',
    refusal: { code: 'open-losses', facts: { available: 68.81 } },
  });
  expect(world.order({ ...BUY, amountCents: 6_881, seenPoints }).kind).toBe('decided');
});

it('takes the fee from cash first, then from credit', () => {
  const world = prepared(100);
  world.post('credit', { 'customer:credit': 20_000, 'house:bonus': -20_000 });
  world.open(BUY);
  expect(world.account()).toMatchObject({ cashCents: 0, creditCents: 19_800 });
});

it('finds the largest amount that fits beside its fee', () => {
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
