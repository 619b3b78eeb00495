// International bank account numbers, ISO 13616.

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const LETTER_OFFSET = 55;

/**
 * Returns an IBAN without its spaces; undefined unless its check digits are right: with the first
 * four characters moved to the end and letters written as 10 to 35, the number is 1 modulo 97
 * (ISO 7064, MOD 97-10).
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
