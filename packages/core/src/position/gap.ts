import { points, type Quote } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import { profitAt, type Closable } from './closing-fill.ts';

const PERCENT_OF_ONE = 100;

/**
 * Returns the profit in cents of a position that closes after its price moved against it by a
 * percentage; a guaranteed stop holds. Prices are rounded to the side that is worse for the
 * position.
 */
export function worthAfterGap(position: Closable, quote: Quote, percent: number): Cents {
  const { bidPoints, askPoints } = quote;
  const gapped = {
    ...quote,
    bidPoints: points(Math.floor((bidPoints * (PERCENT_OF_ONE - percent)) / PERCENT_OF_ONE)),
    askPoints: points(Math.ceil((askPoints * (PERCENT_OF_ONE + percent)) / PERCENT_OF_ONE)),
  };
  return profitAt(position, gapped);
}
