import { expect, it } from 'vitest';
import { SCHEDULES } from '#session/session.ts';
import { FACTORS, findMarketParameters, loadCatalogue } from './catalogue.ts';

const instruments = loadCatalogue();

it('lists 63 instruments of the five categories, each symbol once', () => {
  const counts = Map.groupBy(instruments, (instrument) => instrument.category);
  expect(instruments).toHaveLength(63);
  expect(new Set(instruments.map((instrument) => instrument.symbol)).size).toBe(63);
  expect(
    Object.fromEntries([...counts].map(([category, list]) => [category, list.length])),
  ).toEqual({ forex: 16, crypto: 12, stocks: 16, commodities: 9, index: 10 });
});

it.each([
  ['EURUSD', 30, 5, 15_000],
  ['AUDUSD', 20, 5, 60_000],
  ['XAUUSD', 20, 2, 15_000],
  ['XAGUSD', 10, 3, 15_000],
  ['USOIL', 10, 2, 30_000],
  ['WHEAT', 10, 3, 180_000],
  ['US500', 20, 1, 30_000],
  ['HK50', 10, 0, 30_000],
  ['AAPL', 5, 2, 60_000],
  ['BTCUSD', 2, 2, 10_000],
])(
  'defines for %s a retail leverage of %i, %i decimals, and stale after %i ms',
  (symbol, leverageMaxRetail, decimals, staleAfterMs) => {
    const instrument = instruments.find((one) => one.symbol === symbol);
    expect(instrument).toMatchObject({ leverageMaxRetail, decimals, staleAfterMs });
  },
);

it('has parameters and a session for each instrument', () => {
  for (const { symbol, sessionId } of instruments) {
    const parameters = findMarketParameters(symbol);
    expect(parameters?.referencePrice, symbol).toBeGreaterThan(0);
    expect(parameters?.spreadCentiBps, symbol).toBeGreaterThan(0);
    expect(
      SCHEDULES.some((schedule) => schedule.id === sessionId),
      symbol,
    ).toBe(true);
  }
});

it('explains at most 100 % of a move by shared factors', () => {
  for (const { symbol } of instruments) {
    const shared = findMarketParameters(symbol)?.factors ?? [];
    expect(
      shared.reduce((sum, { beta }) => sum + beta * beta, 0),
      symbol,
    ).toBeLessThanOrEqual(1);
    for (const { factor } of shared) expect(FACTORS).toContain(factor);
  }
});

it('derives each cross from two listed pairs that are not crosses', () => {
  const crosses = instruments.filter(
    ({ symbol }) => (findMarketParameters(symbol)?.cross.length ?? 0) > 0,
  );
  expect(crosses.map(({ symbol }) => symbol)).toEqual([
    'EURGBP',
    'EURJPY',
    'GBPJPY',
    'EURCHF',
    'AUDJPY',
    'EURAUD',
  ]);
  for (const { symbol } of crosses) {
    const parameters = findMarketParameters(symbol);
    const product = (parameters?.cross ?? []).reduce(
      (price, leg) =>
        price * (findMarketParameters(leg.symbol)?.referencePrice ?? NaN) ** leg.power,
      1,
    );
    expect(product / (parameters?.referencePrice ?? NaN), symbol).toBeCloseTo(1, 3);
  }
});
