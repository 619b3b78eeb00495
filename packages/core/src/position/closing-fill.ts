// Where a close fills. An ordinary position fills at the market, through any gap. A protected
// one never fills beyond its stop or its termination: the house bears the rest.
import { closingPrice, type Direction, type Points, type Quote } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import { profit, type Exposure } from './profit.ts';

export type Closable = Exposure & {
  readonly isProtected: boolean;
  readonly stopPoints: Points | null;
  readonly terminationPoints: Points;
};

/** The price that a close of the position fills at under this quote, in points. */
export function closingFill(position: Closable, quote: Quote): Points {
  const market = closingPrice(position.direction, quote);
  if (!position.isProtected) return market;

  const { direction, stopPoints, terminationPoints } = position;
  const guaranteed = better(direction, terminationPoints, stopPoints ?? terminationPoints);
  return better(direction, market, guaranteed);
}

/** The profit in cents if the position were closed at this quote; what an open one is worth. */
export function profitAt(position: Closable, quote: Quote): Cents {
  return profit(position, closingFill(position, quote));
}

/** The profit in cents that the market alone would give, without any guarantee of the house. */
export function marketProfit(exposure: Exposure, quote: Quote): Cents {
  return profit(exposure, closingPrice(exposure.direction, quote));
}

/** The price at which closing a position of this direction earns more. */
function better(direction: Direction, first: Points, second: Points): Points {
  const isFirst = direction === 'buy' ? first >= second : first <= second;
  return isFirst ? first : second;
}
