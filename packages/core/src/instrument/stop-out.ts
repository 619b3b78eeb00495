// Stop-out: a position closes when the price has moved against it by its stop-out percentage. The
// calculator and the engine use this table, so customers see what will happen.
import { points, type Points } from './points.ts';
import type { Direction } from './quote.ts';

/** Leverage → stop-out percentage in tenths of a percent; other leverages use 100 % ÷ leverage. */
const STOP_OUT_PERMILLE: ReadonlyMap<number, number> = new Map([
  [1, 1000],
  [3, 333],
  [5, 200],
  [10, 100],
  [15, 75],
  [20, 50],
  [30, 33],
]);

/** The leverages that the calculator offers: those with a stop-out percentage of their own. */
export const CALCULATOR_LEVERAGES: readonly number[] = [...STOP_OUT_PERMILLE.keys()];

export type Fraction = { readonly numerator: number; readonly denominator: number };

/**
 * Returns the exact share of its opening rate by which the price may move against a position. The
 * loss of a guaranteed position never exceeds its amount, so its share is at most 1 ÷ leverage.
 */
export function stopOutFraction(leverage: number, hasGuaranteedStop: boolean): Fraction {
  const whole = { numerator: 1, denominator: leverage };
  const permille = STOP_OUT_PERMILLE.get(leverage);
  if (permille === undefined) return whole;
  if (hasGuaranteedStop && permille * leverage > 1000) return whole;
  return { numerator: permille, denominator: 1000 };
}

/** Returns the stop-out percentage for display, such as 33.3. */
export function stopOutPercent(leverage: number, hasGuaranteedStop: boolean): number {
  const { numerator, denominator } = stopOutFraction(leverage, hasGuaranteedStop);
  return (numerator * 100) / denominator;
}

/** Returns the stop-out price in points, rounded towards the opening rate. */
export function stopOutPrice(position: {
  readonly direction: Direction;
  readonly openPoints: Points;
  readonly leverage: number;
  readonly hasGuaranteedStop: boolean;
}): Points {
  const { direction, openPoints, leverage, hasGuaranteedStop } = position;
  const { numerator, denominator } = stopOutFraction(leverage, hasGuaranteedStop);
  const product = openPoints * numerator;
  const distance = (product - (product % denominator)) / denominator;
  return points(direction === 'buy' ? openPoints - distance : openPoints + distance);
}
