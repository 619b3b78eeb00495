import {
  PRICE_POINTS_MAX,
  splitPoints,
  stopOutPrice,
  type Direction,
  type Points,
  type SplitRatio,
} from '#instrument/instrument.ts';

/** The prices of a position that a split adjusts. */
type Adjusted = {
  readonly openPoints: Points;
  readonly filledPoints?: Points;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  readonly stopOutPoints: Points;
};
type Splittable = Omit<Adjusted, 'stopOutPoints'> & {
  readonly direction: Direction;
  readonly leverage: number;
  readonly hasGuaranteedStop: boolean;
  readonly carry?: number;
};

/**
 * Returns the position after a split of its symbol. Amount and leverage stay, the opening rate is
 * rounded to the nearest point, the stop-out price is derived from it as at an opening, and stop
 * and target are rounded away from the price. For a guaranteed position the opening rate is rounded
 * to the side that makes it worth less, so that the compensating entry can only be a credit: a
 * debit would add to a loss that may already be its whole amount. Undefined if a rate would be too
 * large.
 */
export function splitPosition<P extends Splittable>(
  position: P,
  ratio: SplitRatio,
): (P & Adjusted) | undefined {
  const { direction, leverage, hasGuaranteedStop, stopPoints, targetPoints, carry } = position;
  const [down, up] = direction === 'buy' ? (['down', 'up'] as const) : (['up', 'down'] as const);
  const openPoints = splitPoints(position.openPoints, ratio, hasGuaranteedStop ? up : 'nearest');
  const split = {
    ...position,
    openPoints,
    filledPoints: position.filledPoints ?? position.openPoints,
    stopPoints: stopPoints === null ? null : splitPoints(stopPoints, ratio, down),
    targetPoints: targetPoints === null ? null : splitPoints(targetPoints, ratio, up),
    stopOutPoints: stopOutPrice({ direction, openPoints, leverage, hasGuaranteedStop }),
    ...(carry === undefined ? {} : { carry: rescale(carry, position.openPoints, openPoints) }),
  };
  const rates = [split.openPoints, split.stopPoints ?? 0, split.targetPoints ?? 0];
  return Math.max(...rates) > PRICE_POINTS_MAX ? undefined : split;
}

/**
 * Converts a rounding carry to the new opening rate: the same fraction of a cent, rounded down,
 * because a split must not create value; but above minus half a cent, because otherwise a profit of
 * whole cents would lose one.
 */
function rescale(carry: number, fromPoints: number, toPoints: number): number {
  const product = BigInt(carry) * BigInt(toPoints);
  const divisor = BigInt(fromPoints);
  const rounded = Number(product / divisor - (product % divisor < 0n ? 1n : 0n));
  return Math.max(rounded, 0 - Math.floor((toPoints - 1) / 2));
}
