// The trading use cases for other features, such as the public API. The sockets and routes of the
// web app call the same functions.
import type { Candle, MarketQuote, listCandles as candlesRoute } from '@halyard/contract/market';
import type { LevelsAnswer, PositionAnswer } from '@halyard/contract/live';
import type {
  CancelOrderMessage,
  Order,
  OrderReply,
  PlaceOrderMessage,
} from '@halyard/contract/orders';
import type { QueryOf } from '@halyard/contract/route';
import type {
  Asset,
  ClosePositionMessage,
  OpenPositionMessage,
  Position,
} from '@halyard/contract/trading';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { closePosition } from './close-position.ts';
import type { CloseDeps } from './close-position.ts';
import { conflate, createAssetList, listCandles, listQuotes } from './prices/prices.ts';
import type { AssetsDeps } from './prices/prices.ts';
import { listHistory } from './list-history.ts';
import type { HistoryRequest } from './list-history.ts';
import { openPosition } from './open-position.ts';
import type { OpenDeps } from './open-position.ts';
import {
  cancelOrder,
  changeOrder,
  listOrderHistory,
  listPendingOrders,
  placeOrder,
  showOrder,
} from './orders/orders.ts';
import type { OrderChanges, OrderDeps, OrderName, OrderPage, PlaceDeps } from './orders/orders.ts';
import type { Given } from './trading-command.ts';
import { changeLevels } from './update-position.ts';
import type { LevelChanges, UpdateDeps } from './update-position.ts';

type Deps = OpenDeps & CloseDeps & UpdateDeps & AssetsDeps & OrderDeps & PlaceDeps;

export type TradingDesk = {
  openPosition(given: Given<z.infer<typeof OpenPositionMessage>>): Promise<Answer<PositionAnswer>>;
  closePosition(
    given: Given<z.infer<typeof ClosePositionMessage>>,
  ): Promise<Answer<PositionAnswer>>;
  /** Changes the levels that are sent; an empty one is removed, and the others stay. */
  changeLevels(given: Given<LevelChanges>): Promise<Answer<LevelsAnswer>>;
  placeOrder(given: Given<z.infer<typeof PlaceOrderMessage>>): Promise<Answer<OrderReply>>;
  /** Changes the terms of an entry order that are sent; the others stay. */
  changeOrder(given: Given<OrderChanges>): Promise<Answer<OrderReply>>;
  cancelOrder(given: Given<z.infer<typeof CancelOrderMessage>>): Promise<Answer<OrderReply>>;
  /** Returns an entry order, pending or ended. */
  showOrder(name: OrderName): Promise<Answer<OrderReply>>;
  /** Returns the pending orders, newest first. */
  listPendingOrders(accountId: number): Promise<Order[]>;
  listOrderHistory(page: OrderPage): Promise<Order[]>;
  /** Returns all tradable instruments; the same object for a moment, see `okKept`. */
  listAssets(accountId: number): Promise<Asset[]>;
  /**
   * Returns the latest quote of each symbol; the same object within a price interval, see `okKept`.
   */
  listQuotes(): Record<string, MarketQuote>;
  listCandles(query: QueryOf<typeof candlesRoute>): Promise<Answer<Candle[]>>;
  listHistory(request: HistoryRequest): Promise<Position[]>;
};

export function createDesk(deps: Deps): TradingDesk {
  return {
    openPosition: async (given) => await openPosition(deps, given),
    closePosition: async (given) => await closePosition(deps, given),
    changeLevels: async (given) => await changeLevels(deps, given),
    placeOrder: async (given) => await placeOrder(deps, given),
    changeOrder: async (given) => await changeOrder(deps, given),
    cancelOrder: async (given) => await cancelOrder(deps, given),
    showOrder: async (name) => await showOrder(deps, name),
    listPendingOrders: async (accountId) => await listPendingOrders(deps, accountId),
    listOrderHistory: async (page) => await listOrderHistory(deps, page),
    listAssets: createAssetList(deps),
    listQuotes: conflate(deps.clock, () => listQuotes(deps)),
    listCandles: async (query) => await listCandles(deps, query),
    listHistory: async (request) => await listHistory(deps, request),
  };
}
