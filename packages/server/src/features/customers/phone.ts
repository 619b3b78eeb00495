// The library with full metadata: the smaller set judges a number only by its length.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

export type ParsedPhone =
  | { readonly kind: 'valid'; readonly e164: string; readonly alpha2: string | undefined }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid' };

/** The error texts of the phone field. */
export const PHONE_TEXTS = {
  missing: 'Phone number is required',
  invalid: 'Phone number not valid',
} as const;

/**
 * Parses a telephone number in any usual form; returns E.164 with its country, if it has one. A
 * number without a country code is read as one of `homeAlpha2`.
 */
export function parsePhone(text: string, homeAlpha2: string | undefined): ParsedPhone {
  if (text.trim() === '') return { kind: 'missing' };
  const home = homeAlpha2 !== undefined && isSupportedCountry(homeAlpha2) ? homeAlpha2 : undefined;
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(home === undefined ? {} : { defaultCountry: home }),
  });
  if (number === undefined || !number.isValid()) return { kind: 'invalid' };
  return { kind: 'valid', e164: number.number, alpha2: number.country };
}
