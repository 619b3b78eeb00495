import { currentLanguage } from '#i18n/i18n.ts';

/** Euros as they are typed: decimals of the language, no groups. */
export function plainEuros(amount: number): string {
  return amount.toLocaleString(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  });
}
