import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Problem } from './problems.ts';

export type Phone = { readonly e164: string; readonly country: string | undefined };

/**
 * Parses a phone number in any usual form. A number without a country code is read as one of
 * `homeCountry` (ISO 3166, such as DE). Undefined for an invalid number.
 */
export function parsePhone(text: string, homeCountry: string | undefined): Phone | undefined {
  const isKnown = homeCountry !== undefined && isSupportedCountry(homeCountry);
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(isKnown ? { defaultCountry: homeCountry } : {}),
  });
  if (number === undefined || !number.isValid()) return undefined;
  return { e164: number.number, country: number.country };
}

/** Rejects an empty or invalid phone number. */
export function checkPhone(text: string, homeCountry: string | undefined): Problem | undefined {
  if (text.trim() === '') return { kind: 'phoneRequired' };
  return parsePhone(text, homeCountry) === undefined ? { kind: 'phoneInvalid' } : undefined;
}
