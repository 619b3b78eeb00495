// The rules of profile fields, whoever changes them.
import type { Country } from '@halyard/contract/accounts';
import { PHONE_TEXTS, parsePhone } from './phone.ts';

export type FieldDeps = { readonly settings: { readonly countriesBlocked: readonly string[] } };

type Read = { readonly value: string } | { readonly problem: string };

/** Returns why nobody of this country can be a customer; undefined if they can. */
export function findCountryProblem(
  { settings }: FieldDeps,
  country: Country | undefined,
): string | undefined {
  if (country === undefined) return 'is not a country';
  return settings.countriesBlocked.includes(country.alpha2)
    ? 'We do not serve customers of this country'
    : undefined;
}

/** Returns the number in E.164; without a country code it is one of the country. */
export function readPhone(phone: string, country: Country | undefined): Read {
  const parsed = parsePhone(phone, country?.alpha2);
  return parsed.kind === 'valid' ? { value: parsed.e164 } : { problem: PHONE_TEXTS[parsed.kind] };
}
