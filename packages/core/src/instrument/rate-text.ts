import { PRICE_POINTS_MAX, points, type Points } from './points.ts';

// The pattern of a decimal rate. It allows an exponent, because String(1e-7) writes one.
const RATE = /^(\d{1,20})(?:\.(\d{1,20}))?(?:e([+-]?\d{1,2}))?$/i;

/**
 * Parses a rate from the wire, a number or a string, as points. Returns undefined unless it is
 * finite, above zero, at most PRICE_POINTS_MAX, and has at most `decimals` decimals.
 */
export function parseRate(value: unknown, decimals: number): Points | undefined {
  const rate = parseRational(value, decimals);
  if (rate === undefined || rate.numerator % rate.denominator !== 0n) return undefined;
  return toPoints(rate.numerator / rate.denominator);
}

/**
 * Like `parseRate`, but rounds a finer rate to the nearest point, half up. A requested price only
 * needs to be close, while a level must be exact. A price that rounds to zero is rejected, because
 * slippage is a share of the requested price.
 */
export function parseRequestedRate(value: unknown, decimals: number): Points | undefined {
  const rate = parseRational(value, decimals);
  if (rate === undefined) return undefined;
  const rounded = (rate.numerator * 2n + rate.denominator) / (rate.denominator * 2n);
  return rounded === 0n ? undefined : toPoints(rounded);
}

/** The exact number of points before rounding. */
type Rational = { readonly numerator: bigint; readonly denominator: bigint };

function parseRational(value: unknown, decimals: number): Rational | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;

  const [, whole, fraction = '', exponent = '0'] = RATE.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;

  const digits = BigInt(whole + fraction);
  if (digits === 0n) return undefined;

  const shift = decimals - fraction.length + Number(exponent);
  return shift >= 0
    ? { numerator: digits * 10n ** BigInt(shift), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-shift) };
}

function toPoints(value: bigint): Points | undefined {
  return value <= BigInt(PRICE_POINTS_MAX) ? points(Number(value)) : undefined;
}
