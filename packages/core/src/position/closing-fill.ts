// The price at which a close fills. An ordinary position fills at the market, through any gap. A
// guaranteed position never fills beyond its stop or its stop-out price; the broker bears the
// difference.
import { closingPrice, type Direction, type Points, type Quote } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import { profit, type Exposure } from './profit.ts';

export type Closable = Exposure & {
  readonly hasGuaranteedStop: boolean;
  readonly stopPoints: Points | null;
  readonly stopOutPoints: Points;
};

/** Returns the fill in points of a close under this quote. */
export function closingFill(position: Closable, quote: Quote): Points {
  const market = closingPrice(position.direction, quote);
  if (!position.hasGuaranteedStop) return market;

  const { direction, stopPoints, stopOutPoints } = position;
  const guaranteed = better(direction, stopOutPoints, stopPoints ?? stopOutPoints);
  return better(direction, market, guaranteed);
}

/**
 * Returns the profit in cents if the position closed at this quote; the value of an open position.
 */
export function profitAt(position: Closable, quote: Quote): Cents {
  return profit(position, closingFill(position, quote));
}

/** Returns the profit in cents at the market, without the broker's guarantee. */
export function marketProfit(exposure: Exposure, quote: Quote): Cents {
  return profit(exposure, closingPrice(exposure.direction, quote));
}

/** Returns whichever of two prices earns more when a position of this direction closes. */
function better(direction: Direction, first: Points, second: Points): Points {
  const isFirst = direction === 'buy' ? first >= second : first <= second;
  return isFirst ? first : second;
}
