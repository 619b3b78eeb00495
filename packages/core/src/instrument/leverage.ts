import type { Category } from './category.ts';

/** The leverage list of each category; account terms store indexes into it. */
export const LEVERAGES = [1, 2, 3, 5, 10, 15, 20, 30] as const;

export const CLIENT_CATEGORIES = ['retail', 'professional'] as const;
export type ClientCategory = (typeof CLIENT_CATEGORIES)[number];

export const REGIMES = ['eu-retail', 'international'] as const;
export type Regime = (typeof REGIMES)[number];

export type LeverageAllowance = {
  readonly clientCategory: ClientCategory;
  readonly leverageIndexes: Readonly<Partial<Record<Category, readonly number[]>>>;
};

type LeveragedInstrument = {
  readonly category: Category;
  readonly leverageMaxRetail: number;
  /** The broker's own limit for everyone; absent means none. */
  readonly leverageMax?: number;
};

/**
 * Returns the leverage list of an instrument under the account's regime. The list is cut off at the
 * lower of the regime's and the broker's limit and never loses values in between, so its indexes
 * are indexes into LEVERAGES.
 */
export function listLeverages(
  instrument: LeveragedInstrument,
  regime: Regime,
  clientCategory: ClientCategory,
): readonly number[] {
  const isCapped = regime === 'eu-retail' && clientCategory === 'retail';
  const regimeMax = isCapped ? instrument.leverageMaxRetail : Infinity;
  const leverageMax = Math.min(regimeMax, instrument.leverageMax ?? Infinity);
  return LEVERAGES.filter((leverage) => leverage <= leverageMax);
}

/** Returns the values of the list that the customer's own terms permit. */
export function listAllowedLeverages(
  instrument: LeveragedInstrument,
  regime: Regime,
  allowance: LeverageAllowance,
): readonly number[] {
  const indexes = allowance.leverageIndexes[instrument.category] ?? [];
  const leverages = listLeverages(instrument, regime, allowance.clientCategory);
  return leverages.filter((_, index) => indexes.includes(index));
}
