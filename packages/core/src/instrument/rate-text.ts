import { PRICE_POINTS_MAX, points, type Points } from './points.ts';

// The exponent is there because the text of a small number has one: String(1e-7).
const RATE = /^(\d{1,20})(?:\.(\d{1,20}))?(?:e([+-]?\d{1,2}))?$/i;

/**
 * Reads a rate that came over the wire, a number or a string, as points. Gives undefined
 * unless it is finite, above zero, not beyond PRICE_POINTS_MAX, and no finer than `decimals`.
 */
export function parseRate(value: unknown, decimals: number): Points | undefined {
  const rate = parseRational(value, decimals);
  if (rate === undefined || rate.numerator % rate.denominator !== 0n) return undefined;
  return toPoints(rate.numerator / rate.denominator);
}

/**
 * As `parseRate`, but rounds a finer rate to the nearest point, half up: the order price that
 * a customer saw only has to be near, while a level is taken to the letter. What rounds to nothing
 * is no price: slippage is told as a share of the price that was seen.
 */
export function parseSeenRate(value: unknown, decimals: number): Points | undefined {
  const rate = parseRational(value, decimals);
  if (rate === undefined) return undefined;
  const rounded = (rate.numerator * 2n + rate.denominator) / (rate.denominator * 2n);
  return rounded === 0n ? undefined : toPoints(rounded);
}

/** The exact number of points, before any rounding. */
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
