// Converts rejections of the use cases: the fields have the API's names, and amounts and prices are
// decimal strings as everywhere in the API.
import type { Rejection, RejectionCode } from '@halyard/contract/rejections';
import { toMoney, toPrice } from './numbers.ts';

const MONEY_CODES: ReadonlySet<RejectionCode> = new Set([
  'amount-too-small',
  'amount-too-large',
  'open-losses',
]);
const PRICE_CODES: ReadonlySet<RejectionCode> = new Set([
  'price-moved',
  'stop-invalid',
  'target-invalid',
  'trail-invalid',
  'order-price-invalid',
]);

/** `names` maps from the use case's names of fields; `decimals` are those of the instrument. */
export function toV1Rejection(
  rejection: Rejection,
  {
    names,
    decimals,
  }: { readonly names: Readonly<Record<string, string>>; readonly decimals: number },
): Rejection {
  const { code, errors, facts } = rejection;
  return {
    code,
    ...(errors === undefined ? {} : { errors: mapEntries(errors, (name) => names[name] ?? name) }),
    ...(facts === undefined ? {} : { facts: toFacts(facts, code, decimals) }),
  };
}

function toFacts(
  facts: NonNullable<Rejection['facts']>,
  code: RejectionCode,
  decimals: number,
): NonNullable<Rejection['facts']> {
  const toText = (value: string | number): string | number => {
    if (typeof value === 'string') return value;
    if (MONEY_CODES.has(code)) return toMoney(value);
    return PRICE_CODES.has(code) ? toPrice(value, decimals) : value;
  };
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, toText(value)]));
}

function mapEntries(
  errors: Readonly<Record<string, string>>,
  rename: (name: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [rename(name), text]));
}
