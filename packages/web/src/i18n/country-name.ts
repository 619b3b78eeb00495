import type { Country } from '@halyard/contract/accounts';
import { currentLanguage } from './i18n.ts';

let names: Intl.DisplayNames | undefined;

/** Returns a country's name in the page's language, else the server's English one. */
export function countryName({ alpha2, name }: Country): string {
  if (currentLanguage() === 'en') return name;
  names ??= new Intl.DisplayNames(currentLanguage(), { type: 'region', fallback: 'none' });
  return names.of(alpha2) ?? name;
}

/** Returns the countries in the order of their names in the page's language. */
export function sortByName(countries: readonly Country[]): readonly Country[] {
  return countries
    .map((country) => ({ ...country, name: countryName(country) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, currentLanguage()));
}
