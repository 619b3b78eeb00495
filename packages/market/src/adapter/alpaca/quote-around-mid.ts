// One small exchange's quotes are often wide on one side or both. The middle of a narrow one is a
// fair price; the house puts its own spread around it. From a wide one no price can be told.
import { assert } from '@halyard/core/assertion';
import type { QuoteShape } from '#adapter/intake/intake.ts';
import { ratioToPoints, toCommonScale } from '#decimal/decimal.ts';
import { findMarketParameters } from '#catalogue/catalogue.ts';

// The middle is off by half the width at most. Half a percent leaves the error under the slippage
// a customer's order tolerates on stocks (0.3 %).
const WIDTH_MAX_BPS = 50n;
const BPS_PER_ONE = 10_000n;
// Spreads are stated in hundredths of a basis point.
const CENTI_BPS_PER_ONE = 1_000_000n;

/** sell = mid × (1 − spread ÷ 2) rounded down, buy = mid × (1 + spread ÷ 2) rounded up; exact. */
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
  const sellPoints = ratioToPoints(below, instrument.decimals, 'down');
  const buyPoints = ratioToPoints(above, instrument.decimals, 'up');
  return sellPoints === undefined || buyPoints === undefined
    ? 'not-a-price'
    : { sellPoints, buyPoints };
};
