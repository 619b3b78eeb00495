// Where a position with a level would end: at the level, or at its termination where that comes first.
import type { Direction, Points } from '@halyard/core/instrument';

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
