// Prices of vendors and files as exact decimals. A price is never converted to floating point on
// its way to points, so it is rounded once, from the source's own digits.
import { powerOfTen, PRICE_POINTS_MAX, points } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';

/** The exact value units ÷ 10^scale. */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** The exact value numerator ÷ denominator; both are zero or positive. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

export type Rounding = 'down' | 'up' | 'nearest';

// The pattern of plain decimal text. Longer numbers are not prices and would slow the arithmetic
// down.
const PLAIN_DECIMAL = /^(\d{1,15})(?:\.(\d{1,20}))?$/;

/** Parses plain decimal text without sign or exponent; undefined for other text. */
export function parseDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'string') return undefined;
  const [, whole, fraction = ''] = PLAIN_DECIMAL.exec(value) ?? [];
  return whole === undefined
    ? undefined
    : { units: BigInt(whole + fraction), scale: fraction.length };
}

// The amount added to the numerator before a truncating division, by kind of rounding.
const ROUNDED_BY: Readonly<Record<Rounding, (denominator: bigint) => bigint>> = {
  down: () => 0n,
  nearest: (denominator) => denominator / 2n,
  up: (denominator) => denominator - 1n,
};

/** Returns both decimals' units at the larger of the two scales. */
export function toCommonScale(one: Decimal, other: Decimal): [bigint, bigint, number] {
  const scale = Math.max(one.scale, other.scale);
  const scaled = ({ units, scale: own }: Decimal): bigint => units * 10n ** BigInt(scale - own);
  return [scaled(one), scaled(other), scale];
}

/**
 * Rounds a price to points of an instrument with this many decimals; 'nearest' rounds half up.
 * Undefined unless the result is above zero and within PRICE_POINTS_MAX.
 */
export function ratioToPoints(
  { numerator, denominator }: Ratio,
  decimals: number,
  direction: Rounding,
): Points | undefined {
  const scaled = numerator * BigInt(powerOfTen(decimals));
  const rounded = (scaled + ROUNDED_BY[direction](denominator)) / denominator;
  const isPrice = rounded > 0n && rounded <= BigInt(PRICE_POINTS_MAX);
  return isPrice ? points(Number(rounded)) : undefined;
}

export function decimalToPoints(
  { units, scale }: Decimal,
  decimals: number,
  direction: Rounding,
): Points | undefined {
  return ratioToPoints(
    { numerator: units, denominator: 10n ** BigInt(scale) },
    decimals,
    direction,
  );
}
