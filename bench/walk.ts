// Prices that are computed before the measurement: a random walk of every symbol of the catalogue
// with its own volatility, as if each had one tick per second.
import type { Command } from '@halyard/core/engine';
import { points, powerOfTen, type Instrument } from '@halyard/core/instrument';
import { findMarketParameters } from '@halyard/market';
import { drawNormal } from './random.ts';

const YEAR_SECONDS = 365 * 86_400;
export const START_MS = Date.UTC(2026, 0, 5, 12);

export type Walk = {
  readonly symbols: readonly string[];
  /** For each tick, the index of its symbol; its prices are in `sells` and `buys`. */
  readonly indexes: Uint8Array;
  readonly sells: Float64Array;
  readonly buys: Float64Array;
};

export function startBidPoints(instrument: Instrument): number {
  const { referencePrice } = parametersOf(instrument);
  return Math.round(referencePrice * powerOfTen(instrument.decimals));
}

/** Returns `length` ticks of symbols in random order; `volatility` 1 is that of the catalogue. */
export function createWalk(options: {
  readonly instruments: readonly Instrument[];
  readonly length: number;
  readonly volatility: number;
  readonly random: () => number;
}): Walk {
  const { instruments, length, volatility, random } = options;
  const walk = {
    symbols: instruments.map(({ symbol }) => symbol),
    indexes: new Uint8Array(length),
    sells: new Float64Array(length),
    buys: new Float64Array(length),
  };
  const symbols = instruments.map((instrument) => {
    const { volatilityYear, spreadCentiBps } = parametersOf(instrument);
    const step = (volatilityYear * volatility) / Math.sqrt(YEAR_SECONDS);
    return { price: startBidPoints(instrument), step, spread: 1 + spreadCentiBps / 1e6 };
  });
  for (let tick = 0; tick < length; tick += 1) {
    // Every symbol gets its first quote before any symbol gets a second one.
    const index = tick < symbols.length ? tick : Math.floor(random() * symbols.length);
    const symbol = symbols[index];
    if (symbol === undefined) throw new Error('a symbol');
    symbol.price *= Math.exp(symbol.step * drawNormal(random));
    const sell = Math.max(1, Math.round(symbol.price));
    walk.indexes[tick] = index;
    walk.sells[tick] = sell;
    walk.buys[tick] = Math.max(sell, Math.round(sell * symbol.spread));
  }
  return walk;
}

export function tickOf(walk: Walk, tick: number): Extract<Command, { kind: 'accept-tick' }> {
  const atMs = START_MS + tick;
  return {
    kind: 'accept-tick',
    atMs,
    quote: {
      symbol: walk.symbols[walk.indexes[tick] ?? 0] ?? '',
      bidPoints: points(walk.sells[tick] ?? 0),
      askPoints: points(walk.buys[tick] ?? 0),
      sequence: tick + 1,
      source: 'bench',
      sourceAtMs: atMs,
      receivedAtMs: atMs,
    },
  };
}

function parametersOf({
  symbol,
}: Instrument): NonNullable<ReturnType<typeof findMarketParameters>> {
  const parameters = findMarketParameters(symbol);
  if (parameters === undefined) throw new Error(`${symbol} is not in the catalogue`);
  return parameters;
}
