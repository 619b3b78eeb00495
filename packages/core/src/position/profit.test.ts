import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  closingPrice,
  DIRECTIONS,
  LEVERAGES,
  orderPrice,
  points,
  type Quote,
} from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { profit, profitBps } from './profit.ts';

// Each row computed by hand from amount × leverage × (close − open) ÷ open.
it.each([
  // Profit in cents: 10,000 × 30 × 813 ÷ 115,187 = 2,117.4…
  ['EURUSD up', 'buy', 10_000, 30, 115_187, 116_000, 2_117],
  ['EURUSD up', 'sell', 10_000, 30, 115_187, 116_000, -2_117],
  // Profit in cents: 25,000 × 10 × 770 ÷ 160,730 = 1,197.66…
  ['USDJPY up', 'sell', 25_000, 10, 160_730, 161_500, -1_198],
  ['USDJPY down', 'sell', 25_000, 10, 160_730, 159_960, 1_198],
  // Profit in cents: 100,000 × 2 × 396,325 ÷ 9,703,675 = 8,168.55…
  ['BTCUSD up', 'buy', 100_000, 2, 9_703_675, 10_100_000, 8_169],
  ['no move', 'buy', 100_000, 30, 115_187, 115_187, 0],
  ['no move', 'sell', 100_000, 30, 115_187, 115_187, 0],
  ['a point of BTCUSD on one euro', 'buy', 100, 1, 9_700_000, 9_700_001, 0],
  ['a point of BTCUSD on one euro', 'sell', 100, 1, 9_700_000, 9_700_001, 0],
  ['a half', 'buy', 100, 1, 200, 201, 0],
  ['one and a half', 'buy', 100, 1, 200, 203, 2],
  ['two and a half', 'buy', 100, 1, 200, 205, 2],
  ['minus one and a half', 'buy', 100, 1, 200, 197, -2],
  ['minus two and a half', 'sell', 100, 1, 200, 205, -2],
  ['a doubled price', 'buy', 100, 30, 1_000, 2_000, 3_000],
  ['everything lost', 'buy', 50_000, 1, 1_000, 0, -50_000],
  // 2,999,999,999,999,970 × 813 ÷ 115,187 = 21,174,264,456,926.35…, beyond the safe integers
  ['the largest amount', 'buy', 99_999_999_999_999, 30, 115_187, 116_000, 21_174_264_456_926],
] as const)('profits by %s on a %s [k-profit]', (...row) => {
  const [, direction, amount, leverage, open, close, expected] = row;
  const exposure = { direction, amountCents: cents(amount), leverage, openPoints: points(open) };
  expect(profit(exposure, points(close))).toBe(expected);
});

const prices = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.integer({ min: 1, max: 100_000_000_000 }),
);
const amounts = fc.oneof(
  fc.integer({ min: 100, max: 100_000 }),
  fc.integer({ min: 100, max: 99_999_999_999_999 }),
);
const exposures = fc.record({
  direction: fc.constantFrom(...DIRECTIONS),
  amountCents: amounts.map(cents),
  leverage: fc.constantFrom(...LEVERAGES),
  openPoints: prices.map(points),
});

it('is within half a cent of the exact rational, and even on a tie', () => {
  fc.assert(
    fc.property(exposures, prices, (exposure, close) => {
      const { direction, amountCents, leverage, openPoints } = exposure;
      // An independent oracle computes the profit from units: notional ÷ opening rate × price
      // change.
      const notional = BigInt(amountCents) * BigInt(leverage);
      const [from, to] = direction === 'buy' ? [openPoints, close] : [close, openPoints];
      const exact = notional * BigInt(to) - notional * BigInt(from);
      const denominator = BigInt(openPoints);
      fc.pre(exact / denominator < 2n ** 53n && exact / denominator > -(2n ** 53n));

      const result = profit(exposure, points(close));
      const twiceError = (BigInt(result) * denominator - exact) * 2n;
      expect(twiceError <= denominator && twiceError >= -denominator).toBe(true);
      const isTie = twiceError === denominator || twiceError === -denominator;
      expect(!isTie || result % 2 === 0).toBe(true);
      expect(Object.is(result, -0)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

it('loses exactly spread and mark-ups on a long and a short of one size at one quote', () => {
  const cases = fc.record({
    amountCents: amounts.map(cents),
    leverage: fc.constantFrom(...LEVERAGES),
    sell: prices,
    spread: fc.integer({ min: 0, max: 5_000 }),
  });
  fc.assert(
    fc.property(cases, ({ amountCents, leverage, sell, spread }) => {
      fc.pre(spread <= sell);
      const quote = quoteOf(sell, sell + spread);
      const legs = DIRECTIONS.map((direction) => {
        const openPoints = orderPrice(direction, quote);
        const opposite = direction === 'buy' ? quote.askPoints : quote.bidPoints;
        const markUp = Math.abs(openPoints - opposite);
        const closed = closingPrice(direction, quote);
        return {
          profit: profit({ direction, amountCents, leverage, openPoints }, closed),
          open: BigInt(openPoints),
          cost: BigInt(spread + markUp),
        };
      });
      const [long, short] = legs;
      if (long === undefined || short === undefined) throw new Error('two legs');

      // The exact result of a hedged pair over the common denominator long.open × short.open.
      // Before rounding, each leg loses notional × (spread + its own mark-up) ÷ its own opening
      // rate, and the pair loses their sum.
      const notional = BigInt(amountCents) * BigInt(leverage);
      const exactLoss = notional * (long.cost * short.open + short.cost * long.open);
      const denominator = long.open * short.open;
      // Each leg is rounded once, by at most half a cent, so the pair differs by at most one.
      const error = BigInt(long.profit + short.profit) * denominator + exactLoss;
      expect(error <= denominator && error >= -denominator).toBe(true);
      // Rounding changes each leg by at most half a cent.
      for (const leg of legs) {
        const twice = 2n * (BigInt(leg.profit) * leg.open + notional * leg.cost);
        expect(twice <= leg.open && twice >= -leg.open).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});

function quoteOf(sell: number, buy: number): Quote {
  return {
    symbol: 'EURUSD',
    bidPoints: points(sell),
    askPoints: points(buy),
    sequence: 1,
    source: 'test',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
}

// Relative profits computed by hand from leverage × 10,000 × (close − open) ÷ open.
it.each([
  // Profit in cents: 2 × 10,000 × −2,020 ÷ 4,002,020 = −10.09…
  ['a loss', 'buy', 2, 4_002_020, 4_000_000, -10],
  ['the same move of a sell', 'sell', 2, 4_002_020, 4_000_000, 10],
  // 1 × 10,000 × −36 ÷ 10,000 = −36, which is less than half a cent of one euro
  ['what no cent shows', 'buy', 1, 10_000, 9_964, -36],
  ['a half', 'buy', 1, 20_000, 20_001, 0],
  ['one and a half', 'buy', 1, 20_000, 20_003, 2],
  ['no move', 'buy', 30, 115_187, 115_187, 0],
] as const)(
  'gives %s in hundredths of a percent',
  (_, direction, leverage, open, close, expected) => {
    expect(profitBps({ direction, leverage, openPoints: points(open) }, points(close))).toBe(
      expected,
    );
  },
);
