import type { Category } from './category.ts';

/** Every category's leverage list; a customer's allowance holds indexes into it. */
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
  /** The house's own, for everybody; absent for none. */
  readonly leverageMax?: number;
};

/**
 * The leverage list of an instrument under the account's regime. It is cut off at the lower of the
 * regime's cap and the house's, and never thinned, so indexes into it are indexes into LEVERAGES.
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

/** The values of that list which the customer's own allowance holds. */
export function listAllowedLeverages(
  instrument: LeveragedInstrument,
  regime: Regime,
  allowance: LeverageAllowance,
): readonly number[] {
  const indexes = allowance.leverageIndexes[instrument.category] ?? [];
  const leverages = listLeverages(instrument, regime, allowance.clientCategory);
  return leverages.filter((_, index) => indexes.includes(index));
}
