import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

export type Phone = { readonly e164: string; readonly country: string | undefined };

/**
 * Reads a phone number as people write it. A number without a country code is read as one of
 * `homeCountry` (ISO 3166, such as DE). Undefined for what is no valid number.
 */
export function parsePhone(text: string, homeCountry: string | undefined): Phone | undefined {
  const number = parsePhoneNumberFromString(text, homeCountry as CountryCode | undefined);
  if (number === undefined || !number.isValid()) return undefined;
  return { e164: number.number, country: number.country };
}
