import { orderPrice, points, type Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { riskSize, type RiskInput } from './risk-size.ts';

const MANY = cents(100_000_000);

function inputOf(...row: readonly ['buy' | 'sell', number, number, number, number, number]) {
  const [direction, sell, buy, leverage, stop, risk] = row;
  const quote: Quote = {
    symbol: 'TEST',
    bidPoints: points(sell),
    askPoints: points(buy),
    sequence: 0,
    source: 'test',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
  return {
    asset: { protection: null },
    openPoints: orderPrice(direction, quote),
    direction,
    leverage,
    stopPoints: points(stop),
    riskCents: cents(risk),
    maximumCents: MANY,
  } as const satisfies RiskInput;
}

// Expected sizes computed by hand: the order fills 0.025 % beyond the quote, and margin = risk ×
// open ÷ (leverage × distance to the stop), where half a cent is rounded down.
it.each([
  // 115,187 × 1.00025 = 115,216; 5,000.5 × 115,216 ÷ (30 × 716) = 26,822.05
  ['a pair, 5 decimals', 'buy', 115_170, 115_187, 30, 114_500, 5_000, 26_822],
  // 115,170 × 0.99975 = 115,141; 5,000.5 × 115,141 ÷ (30 × 859) = 22,342.4
  ['a pair sold', 'sell', 115_170, 115_187, 30, 116_000, 5_000, 22_342],
  // 160,730 × 1.00025 = 160,770; 10,000.5 × 160,770 ÷ (20 × 1,270) = 63,298.4
  ['a pair in yen, 3 decimals', 'buy', 160_715, 160_730, 20, 159_500, 10_000, 63_298],
  // 264,990 × 0.99975 = 264,924; 7,550.5 × 264,924 ÷ (20 × 2,576) = 38,825.9
  ['gold', 'sell', 264_990, 265_030, 20, 267_500, 7_550, 38_825],
  // 59,013 × 1.00025 = 59,028; 2,500.5 × 59,028 ÷ (20 × 528) = 13,977.2
  ['an index', 'buy', 59_008, 59_013, 20, 58_500, 2_500, 13_977],
  // 9,703,675 × 1.00025 = 9,706,101; 20,000.5 × 9,706,101 ÷ (2 × 706,101) = 137,463.96
  ['a coin', 'buy', 9_700_000, 9_703_675, 2, 9_000_000, 20_000, 137_463],
  // 22,741 × 0.99975 = 22,735; 3,333.5 × 22,735 ÷ (5 × 465) = 32,596.6
  ['a share', 'sell', 22_741, 22_750, 5, 23_200, 3_333, 32_596],
] as const)('sizes %s by the loss at the stop', (...row) => {
  const [, direction, sell, buy, leverage, stop, risk, amount] = row;
  const size = riskSize(inputOf(direction, sell, buy, leverage, stop, risk));
  expect(size).toEqual({
    kind: 'size',
    amountCents: amount,
    profitCents: -risk,
    stopOutPoints: undefined,
    isLimited: false,
  });
});

it('uses the stop-out price if it comes before the stop', () => {
  // At leverage 15 the stop-out is 7.5 % below 9,706,101, at 8,978,144: 20,000.5 × 9,706,101 ÷ (15
  // × 727,957).
  expect(riskSize(inputOf('buy', 9_700_000, 9_703_675, 15, 8_900_000, 20_000))).toEqual({
    kind: 'size',
    amountCents: 17_778,
    profitCents: -20_000,
    stopOutPoints: 8_978_144,
    isLimited: false,
  });
});

it("adds a protection's fee", () => {
  // A premium of 0.1 % of 20 × the margin is 2 % of it: 10,000 ÷ (20 × 1,270 ÷ 160,770 + 0.02) =
  // 56,183.03; at 56,184 the loss of 8,876.49 and the premium of 1,123.68 still round to 10,000.
  const input = inputOf('buy', 160_715, 160_730, 20, 159_500, 10_000);
  const size = riskSize({ ...input, asset: { protection: { fee_percent: 0.1 } } });
  expect(size).toMatchObject({ amountCents: 56_184, profitCents: -10_000 });
});

it('never exceeds the free margin', () => {
  const input = inputOf('buy', 115_170, 115_187, 30, 114_500, 5_000);
  // 10,000 × 30 × 716 ÷ 115,216 = 1,864.3
  expect(riskSize({ ...input, maximumCents: cents(10_000) })).toMatchObject({
    amountCents: 10_000,
    profitCents: -1_864,
    isLimited: true,
  });
});

it('reports the loss of the smallest position if it exceeds the risk', () => {
  // 100 × 30 × 716 ÷ 115,216 = 18.6
  const input = inputOf('buy', 115_170, 115_187, 30, 114_500, 18);
  expect(riskSize(input)).toEqual({ kind: 'too-small', leastCents: 19 });
});
