// The only conversion between cents and the providers' amount formats.
import { cents, toEuros, type Cents } from '@halyard/core/money';

export const CURRENCY = 'EUR';
const AMOUNT = /^(\d{1,12})(?:\.(\d{1,8}))?$/;

/** Formats an amount in major units, always with two decimals: `250.00`. */
export function toMajorText(amount: Cents): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats an amount in minor units, digits only: `25000`. */
export function toMinorText(amount: Cents): string {
  return String(amount);
}

/** Parses major units, as text or number; undefined unless it is a whole number of cents. */
export function parseMajor(value: unknown): Cents | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const [, whole, fraction = ''] = AMOUNT.exec(String(value)) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(2))) return undefined;
  return cents(Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')));
}

/** Parses minor units as digits; undefined for anything else. */
export function parseMinor(value: string): Cents | undefined {
  return /^\d{1,14}$/.test(value) ? cents(Number(value)) : undefined;
}

/** Formats the amount that a provider reports, for people. */
export function amountOf(said: {
  readonly amountCents: Cents | undefined;
  readonly currency: string | undefined;
}): string {
  const { amountCents, currency = '' } = said;
  const amount =
    amountCents === undefined ? 'an unreadable amount' : toEuros(amountCents).toFixed(2);
  return `${currency} ${amount}`.trim();
}
