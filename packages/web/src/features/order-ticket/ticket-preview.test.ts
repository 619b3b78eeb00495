import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { type PreviewInput, outcomeAtLevel, ticketPreview } from './ticket-preview.ts';

const input: PreviewInput = {
  asset: {
    symbol: 'BTCUSD',
    decimals: 2,
    financing: { buy: 7.3, sell: -3.65 },
    protection: null,
  },
  quote: { sell: 78_324.5, buy: 78_344.5, ts: 0, state: 'live' },
  direction: 'buy',
  leverage: 2,
  amountCents: cents(50_000),
  freeMargin: 8_741.2,
};

it('previews a buy as it would be filled, computed by hand', () => {
  // By hand: fill 78344.50 × 1.00025 = 78364.086; cost 1000 × (78364.09 − 78324.50) ÷ 78364.09 =
  // 0.5052; stop-out 78364.09 ÷ 2 = 39182.045, rounded towards the opening rate: 39182.05.
  expect(ticketPreview(input)).toEqual({
    orderRate: 78_364.09,
    size: 1_000,
    cost: 0.51,
    // Financing per night: 1000 × 7.3 ÷ 36,500 = 0.20.
    nightCost: 0.2,
    fee: undefined,
    stopOutRate: 39_182.05,
    stopOutPercent: 50,
    stopOutProfit: -500,
    freeMarginAfter: 8_241.2,
  });
});

it('previews a sell from the sell price down', () => {
  // By hand: fill 78324.50 × 0.99975 = 78304.919; cost 1000 × (78344.50 − 78304.92) ÷ 78304.92 =
  // 0.5055.
  const preview = ticketPreview({ ...input, direction: 'sell' });
  expect(preview.orderRate).toBe(78_304.92);
  expect(preview.cost).toBe(0.51);
  expect(preview.stopOutRate).toBe(117_457.38);
});

it('shows the loss at stop-out, even above the margin', () => {
  // At leverage 15 the stop-out is at 7.5 %: 15 × 7.5 = 112.5 % of the margin.
  const preview = ticketPreview({ ...input, leverage: 15 });
  expect(preview.stopOutPercent).toBe(7.5);
  expect(preview.stopOutProfit).toBe(-562.5);
});

it('shows price and stop-out without an amount, and the notional without a quote', () => {
  const noAmount = ticketPreview({ ...input, amountCents: undefined });
  expect(noAmount).toMatchObject({
    orderRate: 78_364.09,
    stopOutRate: 39_182.05,
    size: undefined,
    cost: undefined,
    stopOutProfit: undefined,
    freeMarginAfter: undefined,
  });
  const noQuote = ticketPreview({ ...input, quote: undefined });
  expect(noQuote).toMatchObject({
    size: 1_000,
    orderRate: undefined,
    cost: undefined,
    freeMarginAfter: 8_241.2,
  });
});

it('shows the result of a level', () => {
  // Profit at the level: 1000 × (82000 − 78364.09) ÷ 78364.09 = 46.397.
  const up = { profit: 46.4, stopOutRate: undefined };
  expect(outcomeAtLevel(input, points(8_200_000))).toEqual(up);
  const sold = outcomeAtLevel({ ...input, direction: 'sell' }, points(8_200_000));
  expect(sold?.profit).toBe(-47.19);
  expect(outcomeAtLevel({ ...input, amountCents: undefined }, points(8_200_000))).toBeUndefined();
});

it('treats a stop beyond the stop-out as the stop-out', () => {
  const end = { profit: -500, stopOutRate: 39_182.05 };
  expect(outcomeAtLevel(input, points(3_918_204))).toEqual(end);
  const before = outcomeAtLevel(input, points(3_918_205));
  expect(before).toEqual({ profit: -500, stopOutRate: undefined });
});

it('shows overnight financing, and the premium and effect of a guaranteed stop', () => {
  // By hand: financing 1000 × −3.65 ÷ 36,500 = −0.10; premium 0.15 % of 7,500 = 11.25; free margin
  // 8741.20 − 500 − 11.25 = 8229.95.
  expect(ticketPreview({ ...input, direction: 'sell' }).nightCost).toBe(-0.1);
  const asset = { ...input.asset, protection: { fee_percent: 0.15 } };
  const preview = ticketPreview({ ...input, asset, leverage: 15 });
  expect(preview.fee).toBe(11.25);
  expect(preview.freeMarginAfter).toBe(8_229.95);
  // With a guaranteed stop at leverage 15 the stop-out is at 100 ÷ 15 percent at the latest: 7.5 ×
  // 15 would be 112.5 %.
  expect(preview.stopOutPercent).toBeCloseTo(100 / 15, 10);
  expect(preview.stopOutProfit).toBeGreaterThanOrEqual(-500);
});

it('previews an entry order at its fill price, with the current spread', () => {
  // The cost: 1000 × (70,000 − 69,960.42) ÷ 70,000 = 0.5654, because the bid is lower by the spread
  // of 20.00 and the mark-up.
  const limit = ticketPreview({ ...input, entry: { kind: 'limit', points: points(7_000_000) } });
  expect(limit).toMatchObject({ orderRate: 70_000, cost: 0.57, stopOutRate: 35_000 });
  // The fill of a stop order: 80,000 × 1.00025 = 80,020; its cost: 1000 × (80,020 − 79,980) ÷
  // 80,020 = 0.4999.
  const stop = ticketPreview({ ...input, entry: { kind: 'stop', points: points(8_000_000) } });
  expect(stop).toMatchObject({ orderRate: 80_020, cost: 0.5 });
});
