import { expect, it } from 'vitest';
import { CURRENCIES, crossRate, PAIRS, type PairQuote } from './rates.ts';

const QUOTES: Readonly<Record<string, PairQuote>> = {
  EURUSD: { middle: 1.25, isLive: true, change: 2 },
  GBPUSD: { middle: 1.5, isLive: true, change: 1 },
  USDJPY: { middle: 150, isLive: true, change: -1 },
  USDCAD: { middle: 1.4, isLive: false, change: undefined },
  EURJPY: { middle: 190, isLive: true, change: 0.5 },
};
const quoteOf = (symbol: string) => QUOTES[symbol];

it('uses the quote of the market that trades the rate, and names it', () => {
  const rate = { rate: 1.25, isLive: true, change: 2, symbol: 'EURUSD' };
  expect(crossRate('EUR', 'USD', quoteOf)).toEqual(rate);
  // The derived rate would be 1.25 × 150 = 187.5, but the pair has a price of its own.
  expect(crossRate('EUR', 'JPY', quoteOf)?.rate).toBe(190);
});

it('inverts a quote for the opposite rate', () => {
  const turned = crossRate('USD', 'EUR', quoteOf);
  expect(turned?.rate).toBe(0.8);
  expect(turned?.symbol).toBeUndefined();
  // The change of the inverse rate: 100 / 102 − 1.
  expect(turned?.change).toBeCloseTo(-1.960784, 6);
});

it('derives other rates from two quotes against the dollar', () => {
  const pound = crossRate('GBP', 'JPY', quoteOf);
  expect(pound?.rate).toBeCloseTo(225, 10);
  // The combined change: 1.01 × 0.99 − 1.
  expect(pound?.change).toBeCloseTo(-0.01, 10);
  expect(pound?.isLive).toBe(true);
});

it('is not live or moving if one of the two is not', () => {
  const rate = crossRate('EUR', 'CAD', quoteOf);
  expect(rate?.rate).toBeCloseTo(1.75, 10);
  expect(rate).toMatchObject({ isLive: false, change: undefined });
});

it('has no rate while a quote is missing', () => {
  expect(crossRate('EUR', 'CHF', quoteOf)).toBeUndefined();
  expect(crossRate('AUD', 'NZD', quoteOf)).toBeUndefined();
});

it('can derive every rate from the requested quotes', () => {
  const all = (symbol: string) =>
    (PAIRS as readonly string[]).includes(symbol)
      ? { middle: 1.1, isLive: true, change: 0 }
      : undefined;
  for (const base of CURRENCIES) {
    for (const counter of CURRENCIES.filter((one) => one !== base)) {
      expect(crossRate(base, counter, all), base + counter).toBeDefined();
    }
  }
});
