// The filter's limits for price movements, by category of instrument.
import type { Instrument } from '@halyard/core/instrument';
import type { MarketParameters } from '#catalogue/catalogue.ts';

export type FilterLimits = {
  /** The price that the catalogue expects, in points; prices far from it are rejected. */
  readonly referencePoints: number;
  /**
   * The hard bound: the largest share by which a mid price may differ from the last accepted one
   * before the symbol is halted.
   */
  readonly hardJump: number;
  /** The largest spread that can be traded, as a share of the mid price. */
  readonly spreadMax: number;
  /** The usual spread as a share of the price, used before the first quotes. */
  readonly spreadUsual: number;
  /** The initial standard deviation of a minute's log return. */
  readonly minuteDeviation: number;
};

type ClassLimits = Pick<FilterLimits, 'hardJump' | 'spreadMax'>;

const BASIS_POINT = 1e-4;

const FOREX: ClassLimits = { hardJump: 0.01, spreadMax: 30 * BASIS_POINT };
const METAL: ClassLimits = { hardJump: 0.02, spreadMax: 30 * BASIS_POINT };
const INDEX: ClassLimits = { hardJump: 0.02, spreadMax: 20 * BASIS_POINT };
const OTHER_COMMODITY: ClassLimits = { hardJump: 0.04, spreadMax: 50 * BASIS_POINT };
const CRYPTO: ClassLimits = { hardJump: 0.05, spreadMax: 100 * BASIS_POINT };
const STOCK: ClassLimits = { hardJump: 0.08, spreadMax: 150 * BASIS_POINT };

// Minutes of trading per year for an instrument that trades five long days a week; precise enough
// for an initial value.
const MINUTES_PER_YEAR = 260 * 1_440;
const CENTI_BPS_PER_ONE = 1_000_000;

/** Returns the limits of an instrument. */
export function filterLimits(instrument: Instrument, parameters: MarketParameters): FilterLimits {
  return {
    ...classLimits(instrument, parameters),
    referencePoints: parameters.referencePrice * 10 ** instrument.decimals,
    spreadUsual: parameters.spreadCentiBps / CENTI_BPS_PER_ONE,
    minuteDeviation: parameters.volatilityYear / Math.sqrt(MINUTES_PER_YEAR),
  };
}

function classLimits({ category }: Instrument, { factors }: MarketParameters): ClassLimits {
  switch (category) {
    case 'forex':
      return FOREX;
    case 'index':
      return INDEX;
    case 'crypto':
      return CRYPTO;
    case 'stocks':
      return STOCK;
    case 'commodities':
      return factors.some(({ factor }) => factor === 'metal') ? METAL : OTHER_COMMODITY;
  }
}
