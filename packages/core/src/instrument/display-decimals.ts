/**
 * Returns how many decimals a rate shows: 6 below 10, 4 below 100, else 2, by magnitude; never
 * fewer than the instrument's own.
 */
export function displayDecimals(rate: number, decimals: number): number {
  const magnitude = Math.abs(rate);
  if (magnitude < 10) return Math.max(6, decimals);
  if (magnitude < 100) return Math.max(4, decimals);
  return Math.max(2, decimals);
}
