export const CATEGORIES = ['forex', 'stocks', 'crypto', 'commodities', 'index'] as const;
export type Category = (typeof CATEGORIES)[number];

/** The wire id of each asset category. */
export const CATEGORY_IDS = {
  forex: 1,
  stocks: 2,
  crypto: 3,
  commodities: 4,
  index: 5,
} as const satisfies Record<Category, number>;

/**
 * The slippage tolerance by category: how much worse than the requested price an order may fill, in
 * hundredths of a percent.
 */
export const SLIPPAGE_TOLERANCE_BPS = {
  forex: 5,
  index: 10,
  commodities: 20,
  stocks: 30,
  crypto: 50,
} as const satisfies Record<Category, number>;

/** Returns the category with this id on the wire. */
export function findCategory(id: number): Category | undefined {
  return CATEGORIES.find((category) => CATEGORY_IDS[category] === id);
}
