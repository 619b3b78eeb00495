// The volatility of each market over its day (shares of variance, by half hours of its own time),
// and its jumps. The figures are rounded from real markets.
import type { MarketParameters } from '#catalogue/catalogue.ts';
import type { Category, Instrument } from '@halyard/core/instrument';

export type Profile = {
  /** The time zone of the profile's half hours. */
  readonly zone: string;
  /**
   * The shares of variance by half hour, 48 values from 00:00; only their proportions matter.
   * Positive wherever the market can be open.
   */
  readonly halfHours: readonly number[];
  /** The variance of a Saturday or Sunday relative to a weekday's. */
  readonly weekendFactor: number;
  /** The share of a week's variance that falls into one opening after a long close. */
  readonly gapShareWeek: number;
  /** The factor by which the spread widens next to an opening or a close. */
  readonly edgeSpreadFactor: number;
  readonly edgeMinutes: number;
};

export type JumpModel = { readonly perYear: number; readonly deviation: number };

const NEW_YORK = 'America/New_York';
const EDGE_MINUTES = 5;

const PROFILES = {
  fx: profile('UTC', {
    hours: [
      2.2, 2.3, 1.6, 1.2, 1.1, 1.7, 3.6, 5.2, 5.4, 4.4, 4.3, 4.6, 8.4, 8.6, 8.8, 5.2, 4.2, 3.6, 3.8,
      3.6, 2.2, 1.6, 1.6, 1.6,
    ],
    gapShareWeek: 0.01,
    edgeSpreadFactor: 4,
  }),
  yen: profile('UTC', {
    hours: [
      7, 4.5, 3, 2.2, 2, 2, 3.4, 4.8, 5, 4.2, 4, 4.4, 8, 8.2, 8.2, 4.8, 3.8, 3.2, 3.4, 3.2, 2.2,
      1.6, 1.8, 3,
    ],
    gapShareWeek: 0.01,
    edgeSpreadFactor: 4,
  }),
  metals: profile(NEW_YORK, {
    hours: [
      1.6, 2.6, 3.8, 4.3, 3.2, 3.6, 2.8, 4.3, 11.1, 11.6, 10.9, 5.7, 3.3, 3.9, 4.5, 3, 1.2, 1.2,
      6.3, 2.3, 3.5, 3.7, 1.5, 1.4,
    ],
    gapShareWeek: 0.01,
    edgeSpreadFactor: 4,
  }),
  energy: profile(NEW_YORK, {
    hours: [
      1.6, 1.8, 2.4, 4, 4, 3.6, 3.6, 4.6, 6, 11, 12, 10, 8, 8, 9, 3, 1.5, 1.5, 3, 2, 1.8, 1.8, 1.6,
      1.6,
    ],
    gapShareWeek: 0.01,
    edgeSpreadFactor: 3,
  }),
  wallStreet: profile(NEW_YORK, {
    hours: [
      1.2, 1.2, 2, 3.2, 2.6, 2.2, 2.2, 2.8, 5, 10, 11, 7.5, 6, 6.5, 8, 11, 2, 1, 2, 1.8, 1.6, 1.4,
      1.2, 1.1,
    ],
    gapShareWeek: 0.02,
  }),
  usStock: {
    ...profile(NEW_YORK, { hours: constantHours(4), gapShareWeek: 0.06 }),
    halfHours: Array.from(
      { length: 48 },
      (_, slot) => [14, 10, 7, 6, 5, 4.2, 3.8, 3.8, 4.2, 5, 6, 7, 12][slot - 19] ?? 4,
    ),
  },
  europe: profile('Europe/Berlin', {
    hours: [1, 1, 1, 1, 1, 1, 1, 1, 5, 11, 8, 6, 5, 5, 7, 11, 11, 9, 4, 3.5, 3, 3.5, 1, 1],
    gapShareWeek: 0.02,
  }),
  sydney: profile('Australia/Sydney', {
    hours: [
      4, 3.5, 3, 2.5, 2.5, 3, 3, 1, 1, 8, 11, 8, 6, 5, 6, 9, 9, 3, 2.5, 2.5, 2.5, 2.5, 2.5, 4,
    ],
    gapShareWeek: 0.02,
  }),
  hongKong: profile('Asia/Hong_Kong', {
    hours: [3, 2, 2, 1, 1, 1, 1, 1, 1, 13, 10, 8, 4, 8, 8, 11, 9, 4, 3.5, 3, 3, 3.5, 4, 3.5],
    gapShareWeek: 0.02,
  }),
  crops: profile('America/Chicago', {
    hours: [
      1.5, 1.5, 1.5, 2, 2, 2, 2.5, 3, 10, 12, 11, 11, 11, 12, 1, 1, 1, 1, 1, 3, 2, 2, 1.5, 1.5,
    ],
    gapShareWeek: 0.04,
  }),
  sugar: profile(NEW_YORK, {
    hours: [1, 1, 1, 6, 7, 7, 7, 8, 10, 12, 13, 12, 12, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    gapShareWeek: 0.04,
  }),
  crypto: {
    ...profile('UTC', {
      hours: [15.6, 10.4, 10.6, 24.1, 23.1, 16.2].flatMap((share) => [share, share, share, share]),
      gapShareWeek: 0,
      edgeSpreadFactor: 1,
    }),
    weekendFactor: 0.43,
  },
} as const satisfies Readonly<Record<string, Profile>>;

const BY_SESSION: ReadonlyMap<string, Profile> = new Map<string, Profile>([
  ['metals', PROFILES.metals],
  ['oil', PROFILES.energy],
  ['brent', PROFILES.energy],
  ['us-index', PROFILES.wallStreet],
  ['us-stock', PROFILES.usStock],
  ['de-index', PROFILES.europe],
  ['uk-index', PROFILES.europe],
  ['au-index', PROFILES.sydney],
  ['hk-index', PROFILES.hongKong],
  ['grains', PROFILES.crops],
  ['sugar', PROFILES.sugar],
  ['crypto', PROFILES.crypto],
]);

/** Returns the profile of an instrument; unknown sessions use that of foreign exchange. */
export function profileOf({ symbol, sessionId }: Instrument): Profile {
  return BY_SESSION.get(sessionId) ?? (symbol.includes('JPY') ? PROFILES.yen : PROFILES.fx);
}

const JUMPS: Readonly<Record<Category, JumpModel>> = {
  forex: { perYear: 4, deviation: 0.006 },
  stocks: { perYear: 4, deviation: 0.05 },
  crypto: { perYear: 5, deviation: 0.05 },
  commodities: { perYear: 4, deviation: 0.03 },
  index: { perYear: 3, deviation: 0.02 },
};
const METAL_JUMPS: JumpModel = { perYear: 3, deviation: 0.015 };

/** Returns how often and how far an instrument jumps: news, earnings, decisions. */
export function jumpsOf(instrument: Instrument, parameters: MarketParameters): JumpModel {
  const isMetal = parameters.factors.some(({ factor }) => factor === 'metal');
  return isMetal ? METAL_JUMPS : JUMPS[instrument.category];
}

/**
 * Returns the rate of mean reversion to the reference price, per year, so that levels stay
 * realistic for years.
 */
export function reversionPerYear(category: Category): number {
  return category === 'forex' ? 0.5 : 0.3;
}

function profile(
  zone: string,
  shape: {
    readonly hours: readonly number[];
    readonly gapShareWeek: number;
    readonly edgeSpreadFactor?: number;
  },
): Profile {
  return {
    zone,
    halfHours: shape.hours.flatMap((share) => [share, share]),
    weekendFactor: 1,
    gapShareWeek: shape.gapShareWeek,
    edgeSpreadFactor: shape.edgeSpreadFactor ?? 2,
    edgeMinutes: EDGE_MINUTES,
  };
}

function constantHours(share: number): readonly number[] {
  return Array.from({ length: 24 }, () => share);
}
