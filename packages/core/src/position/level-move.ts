// Where a stop loss or take profit lies, measured from the opening price: as a distance, as a percentage of
// that price, or as the money that the position then loses or gains.
import { points, type Points } from '#instrument/instrument.ts';
import { type Cents, cents } from '#money/money.ts';
import { type Exposure, profit } from './profit.ts';

export type LevelSide = 'stop' | 'target';

export type LevelMove =
  | { readonly unit: 'distance'; readonly points: Points }
  /** Hundredths of a percent of the opening price. */
  | { readonly unit: 'percent'; readonly bps: number }
  /** The loss at a stop, the gain at a target. */
  | { readonly unit: 'money'; readonly cents: Cents };

const BPS = 10_000n;

/**
 * Returns the level that lies a move away from the opening price, on the losing side for a stop and on the
 * gaining side for a target; undefined if that is no price. A stop is rounded towards the opening price and
 * a target away from it, so that a stop never loses more and a target never gains less than the move.
 */
export function levelAtMove(
  exposure: Exposure,
  side: LevelSide,
  move: LevelMove,
): Points | undefined {
  const distance = distanceOf(exposure, side, move);
  if (distance === undefined) return undefined;
  const sign = isAbove(exposure, side) ? 1 : -1;
  const level = exposure.openPoints + sign * distance;
  return level > 0 && Number.isSafeInteger(level) ? points(level) : undefined;
}

export type LevelMoves = {
  readonly distance: Points;
  /** Hundredths of a percent, rounded to the nearest. */
  readonly bps: number;
  /** Not below zero: a loss at a stop, a gain at a target. */
  readonly cents: Cents;
};

/** Returns how far a level lies from the opening price; undefined if it lies on the other side of it. */
export function movesToLevel(
  exposure: Exposure,
  side: LevelSide,
  level: Points,
): LevelMoves | undefined {
  const { openPoints } = exposure;
  const distance = isAbove(exposure, side) ? level - openPoints : openPoints - level;
  if (distance <= 0) return undefined;
  const money = profit(exposure, level);
  return {
    distance: points(distance),
    bps: Math.round((distance / openPoints) * Number(BPS)),
    cents: cents(Math.abs(money)),
  };
}

function distanceOf(
  { openPoints, amountCents, leverage }: Exposure,
  side: LevelSide,
  move: LevelMove,
): number | undefined {
  if (move.unit === 'distance') return move.points;
  const open = BigInt(openPoints);
  if (move.unit === 'percent') return divide(open * BigInt(move.bps), BPS, side);
  const notional = BigInt(amountCents) * BigInt(leverage);
  return notional === 0n ? undefined : divide(open * BigInt(move.cents), notional, side);
}

/** Divides; rounds down for a stop and up for a target. */
function divide(dividend: bigint, divisor: bigint, side: LevelSide): number {
  const down = dividend / divisor;
  const isRest = dividend % divisor !== 0n;
  return Number(side === 'target' && isRest ? down + 1n : down);
}

function isAbove({ direction }: Exposure, side: LevelSide): boolean {
  return (direction === 'buy') === (side === 'target');
}
