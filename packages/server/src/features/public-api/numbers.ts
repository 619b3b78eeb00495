// Formats an amount as a decimal string. Figures of other routes are JSON numbers of at most 15
// digits that come from whole cents and points, so fixed decimals reproduce exactly what was
// booked.
export function toMoney(euros: number): string {
  return euros.toFixed(2);
}

export function toPrice(rate: number, decimals: number): string {
  return rate.toFixed(decimals);
}

/** Formats a price; null for a missing level or price. */
export function toOptionalPrice(rate: number | null, decimals: number): string | null {
  return rate === null ? null : toPrice(rate, decimals);
}

/**
 * Formats a percentage with up to ten decimals, without trailing zeros and never with an exponent.
 */
export function toPercent(percent: number): string {
  const text = percent.toFixed(10);
  return text.replace(/\.?0+$/, '').replace(/^-0$/, '0');
}
