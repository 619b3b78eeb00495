import { writePlain } from '#forms/plain-number.ts';
import { currentLanguage } from '#i18n/i18n.ts';

const EURO_DECIMALS = 2;

/** Formats euros as they are typed: decimals of the language, without groups. */
export function plainEuros(amount: number): string {
  return writePlain(amount, currentLanguage(), EURO_DECIMALS);
}
