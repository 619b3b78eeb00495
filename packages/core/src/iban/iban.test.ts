import { expect, it } from 'vitest';
import { findIbans, readIban } from './iban.ts';

it.each([
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['gb82west12345698765432', 'GB82WEST12345698765432'],
  ['NO9386011117947', 'NO9386011117947'],
])('reads %s', (text, iban) => {
  expect(readIban(text)).toBe(iban);
});

it.each(['DE88370400440532013000', 'DE89', '', 'DE8937040044053201300!', 'XX'])(
  'rejects %s',
  (text) => {
    expect(readIban(text)).toBeUndefined();
  },
);

it.each([
  ['Please pay to DE89 3704 0044 0532 0130 00, Erika Muster', ['DE89370400440532013000']],
  ['iban:de89-3704-0044-0532-0130-00', ['DE89370400440532013000']],
  ['NO9386011117947 or GB82WEST12345698765432', ['NO9386011117947', 'GB82WEST12345698765432']],
  ['DE89 3704 0044 0532 0130 01', []],
  ['XDE89370400440532013000', []],
  ['to my bank', []],
  ['', []],
])('finds the IBANs in %j: %j', (text, ibans) => {
  expect(findIbans(text)).toEqual(ibans);
});
