// Where a position with a level would end: at the level, or at its termination where that comes first.
import { type Direction, type Points, terminationPrice, toRate } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import { type Exposure, profit } from '@halyard/core/position';

export type LevelEnd = { readonly points: Points; readonly isTermination: boolean };

/** A target lies on the other side of the opening, so only a stop can lie beyond the termination. */
export function levelEnd(
  direction: Direction,
  levelPoints: Points,
  terminationPoints: Points,
): LevelEnd {
  const isTermination =
    direction === 'buy' ? terminationPoints > levelPoints : terminationPoints < levelPoints;
  return { points: isTermination ? terminationPoints : levelPoints, isTermination };
}

/** What closing there brings, in euros, and the rate of a termination that comes before the level. */
export type LevelOutcome = {
  readonly profit: number;
  readonly terminationRate: number | undefined;
};

/** What comes of an exposure that is not open yet when the price goes to a level. */
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
