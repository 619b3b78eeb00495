// Every operation of the public API, in the order of its reference.
import * as accounts from './accounts.ts';
import * as alerts from './alerts.ts';
import * as frames from './frames.ts';
import * as keys from './keys.ts';
import * as markets from './markets.ts';
import type { Operation } from './operation.ts';
import * as orders from './orders.ts';
import * as trading from './trading.ts';
import * as watchlists from './watchlists.ts';
import * as webhooks from './webhooks.ts';

export const OPERATIONS: readonly Operation[] = [
  markets.listInstruments,
  markets.getInstrument,
  markets.listQuotes,
  markets.listCandles,
  accounts.listAccounts,
  accounts.getAccount,
  accounts.listTrades,
  accounts.listTransactions,
  accounts.getStatement,
  orders.listOrders,
  orders.getOrder,
  orders.createOrder,
  orders.updateOrder,
  orders.cancelOrder,
  trading.listPositions,
  trading.getPosition,
  trading.updatePosition,
  trading.closePosition,
  frames.listFrames,
  alerts.listAlerts,
  alerts.createAlert,
  alerts.deleteAlert,
  watchlists.listWatchlists,
  watchlists.getWatchlist,
  watchlists.createWatchlist,
  watchlists.updateWatchlist,
  watchlists.deleteWatchlist,
  webhooks.listWebhooks,
  webhooks.createWebhook,
  webhooks.deleteWebhook,
  webhooks.rotateWebhookSecret,
  webhooks.listWebhookDeliveries,
  webhooks.resendWebhookDelivery,
  keys.listKeys,
  keys.revokeKey,
];
