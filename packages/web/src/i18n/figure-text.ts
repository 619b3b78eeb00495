// Parses typed amounts and rates with the language's separators.
import { parseRate, type Points } from '@halyard/core/instrument';
import { type Cents, parseAmount } from '@halyard/core/money';

const SEPARATORS = { point: { group: ',', decimal: '.' }, comma: { group: '.', decimal: ',' } };

/**
 * Parses euros to cents; undefined if invalid. Groups of three digits can be separated as in the
 * language. The other language's decimal sign is accepted only if it can't mean thousands: 500,5 is
 * five hundred and a half everywhere, 1.000 is never one euro.
 */
export function readAmount(text: string, language: string): Cents | undefined {
  const amount = readDecimal(text, language, 2);
  return amount === undefined ? undefined : parseAmount(amount);
}

/** Parses a price to points; undefined if invalid or finer than `decimals`. */
export function readRate(text: string, language: string, decimals: number): Points | undefined {
  const rate = readDecimal(text, language, decimals);
  return rate === undefined ? undefined : parseRate(rate, decimals);
}

/** Parses a percentage to hundredths of a percent; undefined if it is not above 0. */
export function readPercent(text: string, language: string): number | undefined {
  return readRate(text.replaceAll('%', ''), language, 2);
}

/** Returns plain decimal text with a point; undefined for an invalid text. */
function readDecimal(text: string, language: string, decimals: number): string | undefined {
  const typed = text.replaceAll(/[\s€]/g, '');
  const { group, decimal } = language === 'en' ? SEPARATORS.point : SEPARATORS.comma;
  const [whole = '', fraction, ...rest] = typed.split(decimal);
  if (rest.length > 0) return undefined;
  if (fraction === undefined) {
    const parts = whole.split(group);
    const [first = '', last = ''] = parts;
    const isForeignDecimal = parts.length === 2 && last.length > 0 && last.length < 3;
    if (isForeignDecimal && decimals > 0) return joined(first, last);
  }
  const groups = whole.split(group);
  const [head = '', ...others] = groups;
  const isGrouped = others.every((part) => part.length === 3);
  const isHeaded = others.length === 0 || (head.length > 0 && head.length <= 3);
  if (!isGrouped || !isHeaded || fraction === '') return undefined;
  return joined(groups.join(''), fraction);
}

function joined(whole: string, fraction: string | undefined): string | undefined {
  const text = fraction === undefined ? whole : `${whole}.${fraction}`;
  return /^\d+(\.\d+)?$/.test(text) ? text : undefined;
}
