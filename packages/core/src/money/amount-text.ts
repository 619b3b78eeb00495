import { cents, type Cents } from './cents.ts';

const AMOUNT = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Parses an amount in euros from the wire, a number or a string, as cents. Returns undefined unless
 * its decimal text has at most 12 digits before the point and 2 after it, and no exponent, plus
 * sign or space.
 */
export function parseAmount(value: unknown): Cents | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;

  const [, sign, whole, fraction = ''] = AMOUNT.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;

  const magnitude = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return cents(sign === '-' ? -magnitude : magnitude);
}

/**
 * Returns cents as a number of euros for the wire; the nearest number prints as the exact decimal.
 */
export function toEuros(amount: Cents): number {
  return amount / 100;
}
