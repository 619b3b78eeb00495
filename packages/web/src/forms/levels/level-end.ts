// Computes where a position with a level would end: at the level, or at its stop-out price if that
// comes first.
import { type Direction, type Points, stopOutPrice, toRate } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import { type Exposure, profit } from '@halyard/core/position';

export type LevelEnd = { readonly points: Points; readonly isStopOut: boolean };

/**
 * Returns the end. Only a stop can lie beyond the stop-out price, because a target is on the other
 * side of the opening rate.
 */
export function levelEnd(
  direction: Direction,
  levelPoints: Points,
  stopOutPoints: Points,
): LevelEnd {
  const isStopOut = direction === 'buy' ? stopOutPoints > levelPoints : stopOutPoints < levelPoints;
  return { points: isStopOut ? stopOutPoints : levelPoints, isStopOut };
}

/**
 * The result of closing there, in euros, and the stop-out price if the price reaches it before the
 * level.
 */
export type LevelOutcome = {
  readonly profit: number;
  readonly stopOutRate: number | undefined;
};

/** Returns the outcome of an exposure that is not open yet if the price goes to a level. */
export function outcomeAt(
  exposure: Exposure,
  levelPoints: Points,
  {
    hasGuaranteedStop,
    decimals,
  }: { readonly hasGuaranteedStop: boolean; readonly decimals: number },
): LevelOutcome {
  const stopOut = stopOutPrice({ ...exposure, hasGuaranteedStop });
  const end = levelEnd(exposure.direction, levelPoints, stopOut);
  return {
    profit: toEuros(profit(exposure, end.points)),
    stopOutRate: end.isStopOut ? toRate(end.points, decimals) : undefined,
  };
}
