import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { peopleNeeded } from './approval.ts';

const LIMIT = { limitCents: cents(500_000), people: 2 };

it.each([
  [0, 500_000, 1],
  [0, 500_001, 2],
  [499_999, 1, 1],
  [499_999, 2, 2],
  [500_000, 1, 2],
  [8_500_000, 1, 2],
  [0, 0, 1],
])('after %i cents an approval of %i takes %i', (approved, amount, people) => {
  const amounts = { amountCents: cents(amount), approvedCents: cents(approved) };
  expect(peopleNeeded(LIMIT, amounts)).toBe(people);
});

it('requires two people from the second of eighteen withdrawals of € 5,000', () => {
  const needed: number[] = [];
  for (let index = 0; index < 18; index += 1) {
    const approvedCents = cents(index * 500_000);
    needed.push(peopleNeeded(LIMIT, { amountCents: cents(500_000), approvedCents }));
  }
  expect(needed).toEqual([1, ...Array.from({ length: 17 }, () => 2)]);
});
