import { expect, it } from 'vitest';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import { VENDORS } from './vendors.ts';

const symbols = loadCatalogue().map(({ symbol }) => symbol);

it.each(VENDORS)('$name has one code for each symbol that it quotes', ({ codes }) => {
  expect(symbols).toEqual(expect.arrayContaining(Object.keys(codes)));
  expect(new Set(Object.values(codes)).size).toBe(Object.keys(codes).length);
});

it('has a vendor for each symbol of the catalogue', () => {
  const quoted = new Set(VENDORS.flatMap(({ codes }) => Object.keys(codes)));
  expect(symbols.filter((symbol) => !quoted.has(symbol))).toEqual([]);
});

it.each(VENDORS)('$name prefixes its settings with its name', ({ name, settings }) => {
  const prefix = `${name.toUpperCase()}_`;
  expect(Object.keys(settings).filter((setting) => !setting.startsWith(prefix))).toEqual([]);
});
