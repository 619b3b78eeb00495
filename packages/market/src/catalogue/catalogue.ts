// The instruments of a new installation, and the market data of each beyond core's Instrument: its
// usual spread and price model.
import { assert } from '@halyard/core/assertion';
import { CATEGORIES } from '@halyard/core/instrument';
import type { Category, Instrument } from '@halyard/core/instrument';
import rows from './instruments.json' with { type: 'json' };

export const FACTORS = ['usd', 'eur', 'risk', 'eq', 'crypto', 'oil', 'metal', 'agri'] as const;
export type Factor = (typeof FACTORS)[number];

/** One leg of a cross rate: EURGBP is EURUSD to the power 1 times GBPUSD to the power -1. */
export type CrossLeg = { readonly symbol: string; readonly power: number };

export type MarketParameters = {
  readonly symbol: string;
  /**
   * The usual spread in hundredths of a basis point of the price; an integer, so products are
   * exact.
   */
  readonly spreadCentiBps: number;
  /** Where a simulated price starts, in units of the quote currency. */
  readonly referencePrice: number;
  /** The yearly volatility: the standard deviation of a year's log return. */
  readonly volatilityYear: number;
  /**
   * The share of a day's move due to each common factor (correlation; squares sum to at most 1).
   */
  readonly factors: readonly { readonly factor: Factor; readonly beta: number }[];
  /** The pairs whose product is the symbol's price; empty for a symbol with its own price. */
  readonly cross: readonly CrossLeg[];
};

/** Returns the instruments of a new installation, in listing order. */
export function loadCatalogue(): readonly Instrument[] {
  return INSTRUMENTS;
}

/** Returns the market data of a symbol in the catalogue. */
export function findMarketParameters(symbol: string): MarketParameters | undefined {
  return PARAMETERS.get(symbol);
}

type Row = (typeof rows)[number];

const INSTRUMENTS: readonly Instrument[] = rows.map(toInstrument);
const PARAMETERS: ReadonlyMap<string, MarketParameters> = new Map(
  rows.map((row) => [row.symbol, toParameters(row)]),
);

function toInstrument(row: Row): Instrument {
  return {
    symbol: row.symbol,
    name: row.name,
    category: toCategory(row.category),
    decimals: row.decimals,
    leverageMaxRetail: row.leverageMaxRetail,
    amountMaxCents: row.amountMaxCents,
    staleAfterMs: row.staleAfterMs,
    chartSymbol: row.chartSymbol,
    sessionId: row.sessionId,
  };
}

function toCategory(text: string): Category {
  const category = CATEGORIES.find((one) => one === text);
  assert(category !== undefined, `the catalogue has no category ${text}`);
  return category;
}

function toParameters(row: Row): MarketParameters {
  const spreadCentiBps = Math.round(row.spreadBps * 100);
  assert(Math.abs(spreadCentiBps - row.spreadBps * 100) < 1e-6, `${row.symbol}: spread too fine`);
  return {
    symbol: row.symbol,
    spreadCentiBps,
    referencePrice: row.referencePrice,
    volatilityYear: row.volatilityYear,
    factors: FACTORS.flatMap((factor) => {
      const beta = new Map(Object.entries(row.factors)).get(factor);
      return beta === undefined ? [] : [{ factor, beta }];
    }),
    cross: row.cross,
  };
}
