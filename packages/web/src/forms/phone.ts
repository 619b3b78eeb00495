import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Fault } from './faults.ts';

export type Phone = { readonly e164: string; readonly country: string | undefined };

/**
 * Reads a phone number as people write it. A number without a country code is read as one of
 * `homeCountry` (ISO 3166, such as DE). Undefined for what is no valid number.
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

/** Refuses what is empty and what is no phone number. */
export function checkPhone(text: string, homeCountry: string | undefined): Fault | undefined {
  if (text.trim() === '') return { kind: 'phoneRequired' };
  return parsePhone(text, homeCountry) === undefined ? { kind: 'phoneInvalid' } : undefined;
}
