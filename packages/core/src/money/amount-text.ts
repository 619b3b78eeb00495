import { cents, type Cents } from './cents.ts';

const AMOUNT = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Reads an amount in euros that came over the wire, a number or a string, as cents. Gives
 * undefined unless its decimal text has at most 12 digits before and 2 after the point:
 * no exponent, no sign but a minus, no space.
 */
export function parseAmount(value: unknown): Cents | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;

  const [, sign, whole, fraction = ''] = AMOUNT.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;

  const magnitude = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return cents(sign === '-' ? -magnitude : magnitude);
}

/** Cents as a number of euros for the wire; the nearest number prints as the exact decimal. */
export function toEuros(amount: Cents): number {
  return amount / 100;
}
