// International bank account numbers, ISO 13616.

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const BEGINNING = /(?<![A-Z0-9])[A-Z]{2}\d{2}/g;
const LETTER_OFFSET = 55;

/** Countries with the length of their IBANs, from the SWIFT registry. */
const COUNTRIES =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 ' +
  'DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 ' +
  'IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MR27 ' +
  'MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ' +
  'SV28 TN24 TR26 UA29 VA22 VG24 XK20';
const LENGTHS = new Map(
  COUNTRIES.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/**
 * Returns an IBAN without spaces, or undefined if its check digits are wrong: with the first four
 * characters moved to the end and letters written as 10 to 35, the number must be 1 modulo 97 (ISO
 * 7064, MOD 97-10).
 */
export function readIban(text: string): string | undefined {
  const iban = text.replaceAll(' ', '').toUpperCase();
  if (!SHAPE.test(iban)) return undefined;
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = moved.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - LETTER_OFFSET),
  );
  return BigInt(digits) % 97n === 1n ? iban : undefined;
}

/**
 * Returns the IBANs in a text, written with or without spaces and hyphens, in order of appearance.
 */
export function findIbans(text: string): readonly string[] {
  const upper = text.toUpperCase();
  return [...upper.matchAll(BEGINNING)].flatMap(({ 0: beginning, index }) => {
    const length = LENGTHS.get(beginning.slice(0, 2));
    if (length === undefined) return [];
    const rest = upper.slice(index).replaceAll(/[ -]/g, '');
    const iban = readIban(rest.slice(0, length));
    return iban === undefined ? [] : [iban];
  });
}
