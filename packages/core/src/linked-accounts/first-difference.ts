/**
 * Returns the first number that is not zero, for a comparison by several keys; zero when all are
 * equal.
 */
export function firstDifference(...differences: readonly number[]): number {
  return differences.find((difference) => difference !== 0) ?? 0;
}
