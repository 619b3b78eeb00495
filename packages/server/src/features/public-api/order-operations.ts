// Market and entry orders of the API. The use cases are those of the web app; only the formats are
// the API's own.
import { randomUUID } from 'node:crypto';
import type { Order as WireOrder } from '@halyard/contract/orders';
import * as v1 from '@halyard/contract/v1/orders';
import type { Instrument } from '@halyard/core/instrument';
import type { Trading } from '#features/trading/trading.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import type { AccountsTrading } from './accounts-trading.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { decimalsOf } from './decimals-of.ts';
import { ORDER_FIELDS, toChanges, toPlacement } from './order-messages.ts';
import { BAD_CURSOR, readPage, toPage } from './paging.ts';
import { readId } from './read-id.ts';
import { toEntryOrder, toPosition } from './to-v1.ts';
import { toV1Rejection } from './v1-rejection.ts';

export type OrderDeps = {
  readonly tradingOf: AccountsTrading<'desk'>;
  readonly listed: ReadonlyMap<string, Instrument>;
};

const MARKET_FIELDS = {
  amount: 'margin',
  price: 'requested_price',
  stop_lost: 'stop_loss',
  trailing_distance: 'trailing_stop_distance',
};

export function orderOperations(deps: OrderDeps): readonly OperationBinding[] {
  const { tradingOf, listed } = deps;
  const toV1 = (order: WireOrder): v1.EntryOrder =>
    toEntryOrder(order, decimalsOf(listed, order.symbol));
  const toReply = (
    answer: Answer<{ readonly order: WireOrder }>,
    symbol?: string,
  ): Answer<v1.EntryOrder> => {
    if (answer.kind === 'ok') return ok(toV1(answer.data.order));
    const decimals = listed.get(symbol ?? '')?.decimals ?? 0;
    return refused(toV1Rejection(answer.rejection, { names: ORDER_FIELDS, decimals }));
  };
  return [
    bindOperation(v1.listOrders, async ({ customerId: accountId, environment, query }) => {
      const { desk } = tradingOf[environment];
      const page = readPage(query, (id) => readId(id) !== undefined);
      if (page === undefined) return refused(BAD_CURSOR);
      const before = page.before === undefined ? undefined : Number(page.before);
      if (query.status === 'ended') {
        const limit = page.limit + 1;
        const ended = await desk.listOrderHistory({ accountId, before, limit });
        return ok(toPage(ended.map(toV1), page.limit));
      }
      const pending = await desk.listPendingOrders(accountId);
      const rest = pending.filter(({ id }) => before === undefined || id < before);
      return ok(toPage(rest.map(toV1), page.limit));
    }),
    bindOperation(v1.getOrder, async ({ customerId: accountId, environment, params }) => {
      const { desk } = tradingOf[environment];
      const orderId = readId(params.order_id);
      if (orderId === undefined) return refused({ code: 'not-found' });
      return toReply(await desk.showOrder({ accountId, orderId }));
    }),
    bindOperation(v1.createOrder, async ({ customerId: accountId, environment, body }) => {
      const { desk } = tradingOf[environment];
      const given = { accountId, requestId: `client:v1-order:${body.client_order_id}` };
      if (body.type === 'market') {
        return await openAtMarket({ desk, listed }, { ...given, body });
      }
      const message = toPlacement(body);
      if (message === undefined) return refused({ code: 'not-found' });
      return toReply(await desk.placeOrder({ ...given, message }), body.symbol);
    }),
    bindOperation(v1.updateOrder, async ({ customerId: accountId, environment, params, body }) => {
      const { desk } = tradingOf[environment];
      const orderId = readId(params.order_id);
      if (orderId === undefined) return refused({ code: 'not-found' });
      const found = await desk.showOrder({ accountId, orderId });
      if (found.kind === 'refused') return found;
      const message = toChanges({ ...body, id: orderId });
      const requestId = `client:v1-amend:${randomUUID()}`;
      const answer = await desk.changeOrder({ accountId, requestId, message });
      return toReply(answer, found.data.order.symbol);
    }),
    bindOperation(v1.cancelOrder, async ({ customerId: accountId, environment, params }) => {
      const { desk } = tradingOf[environment];
      const id = readId(params.order_id);
      if (id === undefined) return refused({ code: 'not-found' });
      const requestId = `client:v1-cancel:${randomUUID()}`;
      const answer = await desk.cancelOrder({ accountId, requestId, message: { id } });
      if (answer.kind === 'ok') return toReply(answer);
      // A client that received no reply repeats the request. It succeeds if the customer's order
      // has been cancelled in the meantime.
      const found = await desk.showOrder({ accountId, orderId: id });
      const isCancelled = found.kind === 'ok' && found.data.order.reason === 'customer';
      return toReply(isCancelled ? found : answer);
    }),
  ];
}

async function openAtMarket(
  { desk, listed }: Pick<Trading, 'desk'> & Pick<OrderDeps, 'listed'>,
  given: {
    readonly accountId: number;
    readonly requestId: string;
    readonly body: z.infer<typeof v1.MarketOrderRequest>;
  },
): Promise<Answer<v1.Order>> {
  const { accountId, requestId, body } = given;
  const { client_order_id, symbol, side: direction, margin: amount, leverage } = body;
  const { requested_price: price, stop_loss: stop_lost, take_profit } = body;
  const { trailing_stop_distance: trailing_distance } = body;
  const levels = { stop_lost, take_profit, trailing_distance };
  const message = { symbol, direction, amount, leverage, price, ...levels };
  const answer = await desk.openPosition({ accountId, requestId, message });
  if (answer.kind === 'refused') {
    const decimals = listed.get(symbol)?.decimals ?? 0;
    return refused(toV1Rejection(answer.rejection, { names: MARKET_FIELDS, decimals }));
  }
  const position = toPosition(answer.data.position, decimalsOf(listed, symbol));
  return ok({ client_order_id, type: 'market', status: 'filled', position });
}
