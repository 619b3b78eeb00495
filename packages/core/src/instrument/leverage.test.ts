import { expect, it } from 'vitest';
import { LEVERAGES, listAllowedLeverages, listLeverages } from './leverage.ts';

const crypto = { category: 'crypto', leverageMaxRetail: 2 } as const;
const gold = { category: 'commodities', leverageMaxRetail: 20 } as const;

it('caps the leverage list only for a retail customer of the EU regime', () => {
  expect(listLeverages(crypto, 'eu-retail', 'retail')).toEqual([1, 2]);
  expect(listLeverages(gold, 'eu-retail', 'retail')).toEqual([1, 2, 3, 5, 10, 15, 20]);
  expect(listLeverages(gold, 'eu-retail', 'professional')).toEqual([1, 2, 3, 5, 10, 15, 20, 30]);
  expect(listLeverages(crypto, 'international', 'retail')).toEqual(LEVERAGES);
});

it('allows leverages that both the list and the customer’s permission contain, by index', () => {
  const allowance = {
    clientCategory: 'retail',
    leverageIndexes: { commodities: [0, 4, 7] },
  } as const;
  expect(listAllowedLeverages(gold, 'eu-retail', allowance)).toEqual([1, 10]);
  expect(listAllowedLeverages(gold, 'international', allowance)).toEqual([1, 10, 30]);
  expect(listAllowedLeverages(crypto, 'international', allowance)).toEqual([]);
});
