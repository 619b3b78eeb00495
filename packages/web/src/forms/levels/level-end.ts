// Computes where a position with a level would end: at the level, or at its stop-out price if that
// comes first.
import { type Direction, type Points, terminationPrice, toRate } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import { type Exposure, profit } from '@halyard/core/position';

export type LevelEnd = { readonly points: Points; readonly isTermination: boolean };

/**
 * Returns the end. Only a stop can lie beyond the stop-out price, because a target is on the other
 * side of the opening rate.
 */
export function levelEnd(
  direction: Direction,
  levelPoints: Points,
  terminationPoints: Points,
): LevelEnd {
  const isTermination =
    direction === 'buy' ? terminationPoints > levelPoints : terminationPoints < levelPoints;
  return { points: isTermination ? terminationPoints : levelPoints, isTermination };
}

/** The result in euros of closing there, and the stop-out price if it comes before the level. */
export type LevelOutcome = {
  readonly profit: number;
  readonly terminationRate: number | undefined;
};

/** Returns the outcome of an exposure that is not open yet if the price goes to a level. */
export function outcomeAt(
  exposure: Exposure,
  levelPoints: Points,
  { isProtected, decimals }: { readonly isProtected: boolean; readonly decimals: number },
): LevelOutcome {
  const termination = terminationPrice({ ...exposure, isProtected });
  const end = levelEnd(exposure.direction, levelPoints, termination);
  return {
    profit: toEuros(profit(exposure, end.points)),
    terminationRate: end.isTermination ? toRate(end.points, decimals) : undefined,
  };
}
