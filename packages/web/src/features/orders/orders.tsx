// The tables of pending and of ended orders, and the form that amends one.
export { AmendMovedOrder } from './order-editor.tsx';
export { OrderHistory } from './order-history.tsx';
export { PendingOrders } from './pending-orders.tsx';
export { OrderHistoryMenu, PendingOrdersMenu } from './order-columns.tsx';
