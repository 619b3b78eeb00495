// Vendors' prices as exact decimals. A price never becomes a floating number on its way to points,
// so that rounding against the customer happens once, on the vendor's own digits.
import { powerOfTen, PRICE_POINTS_MAX, points } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';

/** units ÷ 10^scale. */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** numerator ÷ denominator, both above or at zero. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

// Longer numbers are no prices, and would make the arithmetic slow.
const PLAIN_DECIMAL = /^(\d{1,15})(?:\.(\d{1,20}))?$/;

/** Reads plain decimal text without sign or exponent; undefined for anything else. */
export function parseDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'string') return undefined;
  const [, whole, fraction = ''] = PLAIN_DECIMAL.exec(value) ?? [];
  return whole === undefined
    ? undefined
    : { units: BigInt(whole + fraction), scale: fraction.length };
}

/** Both at the larger of the two scales. */
export function toCommonScale(one: Decimal, other: Decimal): [bigint, bigint, number] {
  const scale = Math.max(one.scale, other.scale);
  const scaled = ({ units, scale: own }: Decimal): bigint => units * 10n ** BigInt(scale - own);
  return [scaled(one), scaled(other), scale];
}

/**
 * Rounds a price to points of an instrument with so many decimals. Undefined unless it is above
 * zero after rounding and within PRICE_POINTS_MAX.
 */
export function ratioToPoints(
  { numerator, denominator }: Ratio,
  decimals: number,
  direction: 'down' | 'up',
): Points | undefined {
  const scaled = numerator * BigInt(powerOfTen(decimals));
  const rounded = (direction === 'up' ? scaled + denominator - 1n : scaled) / denominator;
  const isPrice = rounded > 0n && rounded <= BigInt(PRICE_POINTS_MAX);
  return isPrice ? points(Number(rounded)) : undefined;
}

export function decimalToPoints(
  { units, scale }: Decimal,
  decimals: number,
  direction: 'down' | 'up',
): Points | undefined {
  return ratioToPoints(
    { numerator: units, denominator: 10n ** BigInt(scale) },
    decimals,
    direction,
  );
}
