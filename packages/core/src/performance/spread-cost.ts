import type { Direction, Points } from '#instrument/instrument.ts';
import { cents, multiplyDivideHalfEven, type Cents } from '#money/money.ts';

type Fill = {
  /** The price of the fill, and the bid and ask of the quote that it used. */
  readonly points: Points;
  readonly bidPoints: Points;
  readonly askPoints: Points;
};

export type TradedQuotes = {
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  /** The opening fill, in prices before any split. */
  readonly open: Fill;
  readonly close: Fill;
  /** The opening price after the splits of the symbol, which the size in units follows from. */
  readonly openPoints: Points;
};

/**
 * Returns what a closed position paid for the spread and the mark-up, in cents: the distance of both
 * fills from the middle of their quotes. Negative if the fills were better than the middle, as a
 * guaranteed stop's can be. Notional × (fill − middle) ÷ fill at the opening, and notional × (middle −
 * fill) ÷ opening price at the close, with the opposite signs for a sell; each rounded half to even.
 */
export function spreadCost(trade: TradedQuotes): Cents {
  const { direction, amountCents, leverage, open, close, openPoints } = trade;
  const notional = amountCents * leverage;
  const sign = direction === 'buy' ? 1 : -1;
  // The middle of a quote can lie between two points, so distances are in half points.
  const atOpen = sign * (2 * open.points - open.bidPoints - open.askPoints);
  const atClose = sign * (close.bidPoints + close.askPoints - 2 * close.points);
  return cents(
    multiplyDivideHalfEven(notional, atOpen, 2 * open.points) +
      multiplyDivideHalfEven(notional, atClose, 2 * openPoints),
  );
}
