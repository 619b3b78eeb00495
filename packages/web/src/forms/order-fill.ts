// The expected fill of an entry order, from which its costs and levels are previewed.
import {
  orderPrice,
  points,
  type Direction,
  type Points,
  type Quote,
} from '@halyard/core/instrument';
import { comparedPrice, type EntryOrderKind } from '@halyard/core/order';

export type EntryPoint = {
  readonly kind: EntryOrderKind;
  /** The trigger price in points. */
  readonly points: Points;
};

export type ExpectedFill = {
  readonly openPoints: Points;
  /** The quote at the trigger, with the current spread. */
  readonly quote: Quote;
};

/**
 * The fill at a quote that just reaches the trigger price. A limit order fills there or better; a
 * stop order fills worse after a gap.
 */
export function expectedFill(
  direction: Direction,
  { kind, points: trigger }: EntryPoint,
  quote: Quote,
): ExpectedFill {
  const moved = trigger - comparedPrice({ direction, kind }, quote);
  const shift = (price: Points) => points(Math.max(1, price + moved));
  const reached = {
    ...quote,
    bidPoints: shift(quote.bidPoints),
    askPoints: shift(quote.askPoints),
  };
  const openPoints = kind === 'limit' ? trigger : orderPrice(direction, reached);
  return { openPoints, quote: reached };
}
