import { expect, it } from 'vitest';
import { leftSources, type MovedMoney } from './withdrawal-terms.ts';

const moved = (typeId: number, totalCents: number, provider: string | null = null): MovedMoney => ({
  typeId,
  provider,
  totalCents,
});

it('lists refundable amounts, cards first, without transfers and the broker’s credits', () => {
  const all = [moved(1, 30_000, 'paymaxis'), moved(2, 50_000), moved(3, 700), moved(4, 10_000)];
  expect(leftSources([...all, moved(9, 100), moved(11, 20_000)])).toEqual([
    moved(1, 30_000, 'paymaxis'),
    moved(3, 700),
    moved(9, 100),
  ]);
});

it('deducts later withdrawals with their fees, and adds returned payouts', () => {
  const cards = [moved(1, 30_000, 'ikajo'), moved(1, 20_000, 'paymaxis'), moved(3, 5_000)];
  // Of the card, 350.00 and a fee of 2.50 were withdrawn and 52.50 came back, so 300.00 counts as
  // withdrawn.
  expect(leftSources([...cards, moved(6, -35_000), moved(7, -250), moved(8, 5_250)])).toEqual([
    moved(1, 20_000, 'paymaxis'),
    moved(3, 5_000),
  ]);
  expect(leftSources([...cards, moved(6, -90_000)])).toEqual([]);
});

it('ignores a source with more reversals than deposits', () => {
  expect(leftSources([moved(1, -500, 'ikajo'), moved(3, 800)])).toEqual([moved(3, 800)]);
});
