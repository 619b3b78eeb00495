import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { findPayoutDestinations, groupLinked, planCovers } from './linked-accounts.ts';

const ETHEREUM = '0x52908400098527886E0F7030069857D2E4169EE7';
const BITCOIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const SEGWIT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

it.each([
  ['DE89 3704 0044 0532 0130 00 Erika Muster', ['DE89370400440532013000']],
  [`my wallet ${ETHEREUM}.`, [ETHEREUM.toLowerCase()]],
  [`BTC: ${BITCOIN}`, [BITCOIN]],
  [`${SEGWIT.toUpperCase()} or ${SEGWIT}`, [SEGWIT]],
  [`DE89370400440532013000, else ${BITCOIN}`, ['DE89370400440532013000', BITCOIN]],
  ['to my bank account', []],
  ['back to the card', []],
])('finds the payout destinations in %j', (text, values) => {
  expect(findPayoutDestinations(text).map(({ value }) => value)).toEqual(values);
});

it.each([
  [[], []],
  [[[1, 2]], [[1, 2]]],
  [
    [
      [5, 3],
      [4, 9],
    ],
    [
      [3, 5],
      [4, 9],
    ],
  ],
  [
    [
      [1, 2],
      [3, 4],
      [2, 3],
    ],
    [[1, 2, 3, 4]],
  ],
] as const)('groups the links %j as %j', (links, groups) => {
  expect(groupLinked(links)).toEqual(groups);
});

it('puts every linked account in exactly one group, both ends of a link in the same', () => {
  const link = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 24 }));
  fc.assert(
    fc.property(fc.array(link), (links) => {
      const groups = groupLinked(links);
      const ids = groups.flat();
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(ids)).toEqual(new Set(links.flat()));
      for (const [one, other] of links) {
        expect(groups.find((group) => group.includes(one))).toContain(other);
      }
    }),
  );
});

const purse = (accountId: number, euros: number) => ({
  accountId,
  availableCents: cents(euros * 100),
});

it.each([
  [100, [], []],
  [100, [purse(2, 0)], []],
  [100, [purse(2, 40)], [[2, 40]]],
  [100, [purse(2, 140)], [[2, 100]]],
  [
    100,
    [purse(2, 30), purse(3, 90)],
    [
      [3, 90],
      [2, 10],
    ],
  ],
  [
    100,
    [purse(3, 50), purse(2, 50)],
    [
      [2, 50],
      [3, 50],
    ],
  ],
] as const)('covers a loss of € %i from %j with %j', (loss, purses, covers) => {
  expect(planCovers(cents(loss * 100), purses)).toEqual(
    covers.map(([accountId, euros]) => ({ accountId, amountCents: euros * 100 })),
  );
});

it('never takes more than the loss, nor more than an account has', () => {
  const purses = fc.uniqueArray(
    fc.record({
      accountId: fc.integer({ min: 1, max: 20 }),
      availableCents: fc.integer({ min: 0, max: 100_000 }).map(cents),
    }),
    { selector: ({ accountId }) => accountId },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300_000 }), purses, (loss, drawn) => {
      const covers = planCovers(cents(loss), drawn);
      const sum = covers.reduce((total, { amountCents }) => total + amountCents, 0);
      const available = drawn.reduce((total, one) => total + one.availableCents, 0);
      expect(sum).toBe(Math.min(loss, available));
      for (const { accountId, amountCents } of covers) {
        const own = drawn.find((one) => one.accountId === accountId)?.availableCents ?? 0;
        expect(amountCents).toBeGreaterThan(0);
        expect(amountCents).toBeLessThanOrEqual(own);
      }
    }),
  );
});
