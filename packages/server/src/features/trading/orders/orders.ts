// Entry orders as customers see them: placed, amended, cancelled, listed. The engine judges and
// triggers them.
export { amendOrder, changeOrder } from './amend-order.ts';
export type { OrderChanges } from './amend-order.ts';
export { cancelOrder } from './cancel-order.ts';
export { showOrder } from './find-order.ts';
export type { OrderDeps, OrderName } from './find-order.ts';
export { keepOrders } from './keep-orders.ts';
export { listOrderHistory, listPendingOrders } from './list-orders.ts';
export type { OrderPage } from './list-orders.ts';
export { orderRoutes } from './order-routes.ts';
export { toWireOrder } from './order-to-wire.ts';
export { placeOrder } from './place-order.ts';
export type { PlaceDeps } from './place-order.ts';
export { toOrderNotification } from './to-order-notification.ts';
