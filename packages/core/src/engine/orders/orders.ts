// The entry orders of accounts: placing, amending, triggering and ending them.
export { cancelForbidden, cancelled, decideCancelOrder, decideExpireOrders } from './end-order.ts';
export { draftOf, endIn } from './end-order.ts';
export type { OrdersDraft } from './end-order.ts';
export {
  findExpiryRejection,
  findOrderLevelsRejection,
  ORDER_LIFE_MS,
} from './find-order-terms-rejection.ts';
export { decideAmendOrder, decidePlaceOrder, ORDERS_PER_ACCOUNT_MAX } from './place-order.ts';
export { decideSetTradingPause } from './set-trading-pause.ts';
export { decideTriggerOrder, listTriggered } from './trigger-order.ts';
