// The quotes of a small exchange are often wide on one or both sides. The mid price of a narrow
// quote is fair, and the broker's own spread is put around it. A wide quote gives no usable price.
import { assert } from '@halyard/core/assertion';
import type { QuoteShape } from '#adapter/intake/intake.ts';
import { ratioToPoints, toCommonScale } from '#decimal/decimal.ts';
import { findMarketParameters } from '#catalogue/catalogue.ts';

// The error of the mid price is at most half the width. At half a percent it stays below the
// slippage tolerance of stock orders (0.3 %).
const WIDTH_MAX_BPS = 50n;
const BPS_PER_ONE = 10_000n;
// Spreads are given in hundredths of a basis point.
const CENTI_BPS_PER_ONE = 1_000_000n;

/** bid = mid × (1 − spread ÷ 2) rounded down, ask = mid × (1 + spread ÷ 2) rounded up; exact. */
export const quoteAroundMid: QuoteShape = (bid, ask, instrument) => {
  const parameters = findMarketParameters(instrument.symbol);
  assert(parameters !== undefined, `${instrument.symbol} is in the catalogue`);
  const [bidUnits, askUnits, scale] = toCommonScale(bid, ask);
  const twiceMid = bidUnits + askUnits;
  if ((askUnits - bidUnits) * 2n * BPS_PER_ONE > twiceMid * WIDTH_MAX_BPS) return 'too-wide';
  const spread = BigInt(parameters.spreadCentiBps);
  const denominator = 4n * CENTI_BPS_PER_ONE * 10n ** BigInt(scale);
  const below = { numerator: twiceMid * (2n * CENTI_BPS_PER_ONE - spread), denominator };
  const above = { numerator: twiceMid * (2n * CENTI_BPS_PER_ONE + spread), denominator };
  const bidPoints = ratioToPoints(below, instrument.decimals, 'down');
  const askPoints = ratioToPoints(above, instrument.decimals, 'up');
  return bidPoints === undefined || askPoints === undefined
    ? 'not-a-price'
    : { bidPoints, askPoints };
};
