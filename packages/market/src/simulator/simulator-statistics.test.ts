import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import type { Timeframe } from '#candle/candle.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import { createSessions } from '#session/session.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import { createSimulator, SEED_BYTES } from './simulator.ts';
import type { Simulator } from './simulator.ts';

const FRIDAY = Date.parse('2026-11-20T15:30:20.123Z');
const sessions = createSessions();

function create(seed = 1, only?: string): Simulator {
  return createSimulator({
    seed: Uint8Array.from({ length: SEED_BYTES }, (_, index) => (seed * 31 + index * 7) & 255),
    instruments: loadCatalogue().filter(({ symbol }) => only === undefined || symbol === only),
    sessions,
    ...createVirtualTime(FRIDAY),
  });
}

function candlesOf(simulator: Simulator, symbol: string, timeframe: Timeframe, days: number) {
  return simulator.candles({
    symbol,
    timeframe,
    fromMs: FRIDAY - days * DAY_MS,
    toMs: FRIDAY + DAY_MS,
    limit: 100_000,
  });
}

it.each([
  ['BTCUSD', 0.48, 365],
  ['EURUSD', 0.07, 365],
  ['AAPL', 0.28, 365],
  ['US500', 0.155, 365],
  ['XAUUSD', 0.19, 365],
])('moves %s by about its yearly volatility of %d', (symbol, volatility, days) => {
  const variances = Array.from({ length: 4 }, (_, index) => {
    const simulator = create(100 + index, symbol);
    const closes = Array.from(
      { length: days + 1 },
      (__, back) => simulator.tickAt(symbol, FRIDAY - (days - back) * DAY_MS).bidPoints,
    );
    return closes
      .slice(1)
      .reduce((sum, close, at) => sum + Math.log(close / (closes[at] ?? NaN)) ** 2, 0);
  });
  const realised = Math.sqrt(variances.reduce((sum, one) => sum + one, 0) / variances.length);
  expect(realised / volatility).toBeGreaterThan(0.75);
  expect(realised / volatility).toBeLessThan(1.25);
});

it('clusters volatility: a minute’s move predicts the next minute, and partly the next hour', async () => {
  const simulator = create();
  const candles = await candlesOf(simulator, 'BTCUSD', '1m', 20);
  const sizes = candles.map(({ openPoints, closePoints }) =>
    Math.abs(Math.log(closePoints / openPoints)),
  );
  const next = autocorrelation(sizes, 1);
  const hourLater = autocorrelation(sizes, 60);
  expect(hourLater).toBeGreaterThan(0.03);
  expect(next).toBeGreaterThan(hourLater + 0.03);
});

it('moves within a minute as freely as from one to the next', async () => {
  const simulator = create();
  const candles = await candlesOf(simulator, 'BTCUSD', '1m', 20);
  let range = 0;
  let move = 0;
  for (const { openPoints, highPoints, lowPoints, closePoints } of candles) {
    range += highPoints - lowPoints;
    move += Math.abs(closePoints - openPoints);
  }
  // The range of a Brownian motion is expected to be twice its expected move, and a little less at
  // 128 steps.
  expect(range / move).toBeGreaterThan(1.7);
  expect(range / move).toBeLessThan(2.1);
});

function autocorrelation(values: readonly number[], lag: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviations = values.map((value) => value - mean);
  const variance = deviations.reduce((sum, value) => sum + value * value, 0);
  const product = deviations
    .slice(lag)
    .reduce((sum, value, index) => sum + value * (deviations[index] ?? 0), 0);
  return product / variance;
}

it('moves related symbols together and unrelated ones apart', async () => {
  const simulator = create();
  const returnsOf = async (symbol: string) =>
    (await candlesOf(simulator, symbol, '1m', 2)).map(({ openPoints, closePoints }) =>
      Math.log(closePoints / openPoints),
    );
  const [bitcoin, ether] = await Promise.all([returnsOf('BTCUSD'), returnsOf('ETHUSD')]);
  const [nasdaq, spx] = await Promise.all([returnsOf('NAS100'), returnsOf('US500')]);
  expect(correlation(bitcoin, ether)).toBeGreaterThan(0.3);
  expect(correlation(nasdaq, spx)).toBeGreaterThan(0.3);
  expect(Math.abs(correlation(bitcoin, nasdaq))).toBeLessThan(0.15);
});

function correlation(one: readonly number[], other: readonly number[]): number {
  const size = Math.min(one.length, other.length);
  let product = 0;
  let squares = 0;
  let otherSquares = 0;
  for (let index = 0; index < size; index += 1) {
    const a = one[index] ?? 0;
    const b = other[index] ?? 0;
    product += a * b;
    squares += a * a;
    otherSquares += b * b;
  }
  return product / Math.sqrt(squares * otherSquares);
}
