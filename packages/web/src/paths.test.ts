import { PAGE_PATHS } from '@halyard/contract/pages';
import { expect, it } from 'vitest';
import { parseReturnPath, PATHS, platformPathFromQuery } from './paths.ts';

it('maps /platform without a query string to the default symbol [r-platform-root]', () => {
  expect(platformPathFromQuery('')).toBe('/platform/BTCUSD');
});

it('takes the symbol after the encoded colon of the query string [r-platform-query]', () => {
  expect(platformPathFromQuery('?x=FX%3AEURUSD')).toBe('/platform/EURUSD');
  expect(platformPathFromQuery('?x=FX%3aeurusd&y=1')).toBe('/platform/EURUSD');
});

it('reads a trailing USDT as USD and no other one [r-platform-usdt]', () => {
  expect(platformPathFromQuery('?x=BINANCE%3ABTCUSDT')).toBe('/platform/BTCUSD');
  expect(platformPathFromQuery('?x=BINANCE%3AUSDTEUR')).toBe('/platform/USDTEUR');
});

it('maps a query string without an encoded colon to the default symbol', () => {
  expect(platformPathFromQuery('?x=FX:EURUSD')).toBe('/platform/BTCUSD');
  expect(platformPathFromQuery('?x=FX%3A')).toBe('/platform/BTCUSD');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', 7, null, '/login'])(
  'refuses %j as a path to return to',
  (value) => {
    expect(parseReturnPath(value)).toBeUndefined();
  },
);

it('accepts a path of its own to return to', () => {
  expect(parseReturnPath('/platform/EURUSD?a=1')).toBe('/platform/EURUSD?a=1');
});

it('has the pages that the server knows, and a not-found page', () => {
  const pages = Object.values(PATHS).map((path) => path.replaceAll(/:(\w+)/g, '{$1}'));
  expect(pages.toSorted()).toEqual([...PAGE_PATHS, '/404'].toSorted());
});
