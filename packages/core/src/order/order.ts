// An entry order opens a position when the price reaches its trigger price. A limit order waits for
// a better price, a stop order for the price to continue in its direction.
export { ENTRY_ORDER_KINDS, ORDER_EXPIRIES, ORDER_OUTCOMES } from './entry-order.ts';
export type {
  EntryOrder,
  EntryOrderKind,
  OrderEnd,
  OrderExpiry,
  OrderId,
  OrderLevels,
  OrderOutcome,
} from './entry-order.ts';
export type { OrderKey } from './order-book.ts';
export { levelsAtFill, levelsAtTrigger } from './levels-at-fill.ts';
export { OrderBook } from './order-book.ts';
export { OrderDeadlines } from './order-deadlines.ts';
export { splitOrder } from './split-order.ts';
export { comparedPrice, findTriggerPriceProblem, isReached } from './trigger-price.ts';
