// Converts prices between decimal text and points. Bids are rounded down and asks up, so rounding
// never gives a customer a better price than the source's.
import { points } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';
import { decimalToPoints, parseDecimal } from '#decimal/decimal.ts';
import type { Rounding } from '#decimal/decimal.ts';

// The unit of spreads: a hundredth of a basis point, which is a millionth of the price.
const CENTI_BPS_PER_ONE = 1_000_000n;

/** Returns bid × (1 + spread ÷ 1,000,000), exact, rounded up to whole points. */
export function askFromBid(bidPoints: Points, spreadCentiBps: number): Points {
  const scaled = BigInt(bidPoints) * (CENTI_BPS_PER_ONE + BigInt(spreadCentiBps));
  return points(Number((scaled + CENTI_BPS_PER_ONE - 1n) / CENTI_BPS_PER_ONE));
}

/** What the broker adds to a source's spread, in hundredths of a basis point of the price. */
export type SpreadModel = {
  readonly extraCentiBps: number;
  readonly minimumCentiBps: number;
};

/**
 * Returns the quote with its spread widened equally on both sides, the bid rounded down and the ask
 * up.
 */
export function widenSpread(quote: TwoPrices, model: SpreadModel): TwoPrices {
  const { bidPoints, askPoints } = quote;
  const share = (centiBps: number): number =>
    ((bidPoints + askPoints) / 2 / Number(CENTI_BPS_PER_ONE)) * centiBps;
  const spread = askPoints - bidPoints;
  const wanted = Math.max(spread + share(model.extraCentiBps), share(model.minimumCentiBps));
  const more = (wanted - spread) / 2;
  if (more <= 0) return quote;
  return {
    bidPoints: points(Math.max(1, Math.floor(bidPoints - more))),
    askPoints: points(Math.ceil(askPoints + more)),
  };
}

type TwoPrices = { readonly bidPoints: Points; readonly askPoints: Points };

export type PriceRounding = { readonly decimals: number; readonly direction: Rounding };

const WITH_EXPONENT = /^(.+)[eE]([+-]?\d{1,2})$/;

/**
 * Parses a price from a file: decimal text, an optional exponent, or a number as text. Undefined
 * unless it is above zero after rounding and within PRICE_POINTS_MAX.
 */
export function parsePrice(
  value: unknown,
  { decimals, direction }: PriceRounding,
): Points | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  const [, mantissa = text, exponent = '0'] = WITH_EXPONENT.exec(text) ?? [];
  const decimal = parseDecimal(mantissa);
  if (decimal === undefined) return undefined;
  const scale = decimal.scale - Number(exponent);
  const units = scale < 0 ? decimal.units * 10n ** BigInt(-scale) : decimal.units;
  return decimalToPoints({ units, scale: Math.max(0, scale) }, decimals, direction);
}
