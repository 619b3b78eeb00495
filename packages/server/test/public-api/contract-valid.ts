// Requests of each operation that it accepts, with what they need beforehand: an order to cancel, a
// position to close. What they create is removed afterwards, so that no limit is reached.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Operation } from '@halyard/contract/v1/operation';
import { DAY_MS } from '@halyard/core/time';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { limitOrder, order } from './api-client.ts';
import type { ApiClient, ApiReply } from './api-client.ts';

/** The ids of what the caller has. */
export type Known = {
  readonly account: string;
  readonly position: string;
  readonly order: string;
  readonly alert: string;
  readonly webhook: string;
  /** Of the webhook. */
  readonly delivery: string;
  readonly watchlist: string;
  /** Not the key of the calls. */
  readonly key: string;
};

export type Parts = {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};
type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const IN_A_DAY = new Date(Date.now() + DAY_MS).toISOString();
const optional = (...values: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.constantFrom(undefined, null, ...values);

const OPENING: Fields = {
  symbol: fc.constant('BTCUSD'),
  margin: fc.constantFrom('20', '100.5', '1000.00'),
  leverage: fc.constantFrom(1, 2),
};
/** Levels on the right sides of the prices at which the orders below fill. */
const ABOVE = optional('43000');
const BELOW = optional('37000.50');
const LEVELS = {
  buy: { stop_loss: BELOW, take_profit: ABOVE },
  sell: { stop_loss: ABOVE, take_profit: BELOW },
};
const EXPIRY = fc.constantFrom(
  { time_in_force: 'gtc' },
  { time_in_force: 'gtc', expires_at: null },
  { time_in_force: 'day' },
  { time_in_force: 'gtd', expires_at: IN_A_DAY },
);

const ORDERS = fc.oneof(
  fields({
    ...OPENING,
    ...LEVELS.buy,
    type: fc.constant('market'),
    side: fc.constant('buy'),
    requested_price: fc.constantFrom('40020.2', '40100'),
    trailing_stop_distance: optional('500'),
  }),
  fields({
    ...OPENING,
    ...LEVELS.sell,
    type: fc.constant('market'),
    side: fc.constant('sell'),
    requested_price: fc.constantFrom('39990', '39900.5'),
  }),
  ...(['limit', 'stop'] as const).flatMap((type) =>
    (['buy', 'sell'] as const).map((side) =>
      fc
        .tuple(
          fields({
            ...OPENING,
            ...LEVELS[side],
            type: fc.constant(type),
            side: fc.constant(side),
            price: fc.constant((type === 'limit') === (side === 'buy') ? '39000' : '41000'),
          }),
          EXPIRY,
        )
        .map(([body, expiry]) => ({ ...body, ...expiry })),
    ),
  ),
);

const BODIES: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, unknown>>>>> = {
  createOrder: ORDERS.map((body) => ({ ...body, client_order_id: randomUUID() })),
  updateOrder: fc.oneof(
    fields({
      margin: fc.constantFrom(undefined, '500'),
      price: fc.constantFrom(undefined, '38500'),
      ...LEVELS.buy,
    }),
    fields({ trailing_stop_distance: fc.constantFrom('500', null) }),
    EXPIRY,
  ),
  updatePosition: fields({ ...LEVELS.buy, trailing_stop_distance: optional('500') }),
  closePosition: fields({ margin: fc.constantFrom(undefined, undefined, '20', '999.99') }),
  createAlert: fields({
    symbol: fc.constant('BTCUSD'),
    side: fc.constantFrom('buy', 'sell'),
    price: fc.integer({ min: 50_000, max: 90_000 }).map(String),
  }),
  createWatchlist: fields({
    name: fc.constantFrom('Energy', ' Indices '),
    symbols: fc.constantFrom(undefined, [], ['BTCUSD'], ['ETHUSD', 'BTCUSD', 'ETHUSD']),
  }),
  updateWatchlist: fields({
    name: fc.constantFrom(undefined, 'Metals', 'Precious metals'),
    symbols: fc.constantFrom(undefined, [], ['BTCUSD', 'ETHUSD']),
  }),
  createWebhook: fields({
    url: fc.constantFrom('https://93.184.216.34/', 'https://93.184.216.34/halyard?bot=1'),
    events: fc.constantFrom(['order.filled'], ['position.closed', 'margin.warning']),
  }),
};

const LIMIT = { limit: fc.constantFrom(undefined, '1', '200') };
const QUERIES: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, unknown>>>>> = {
  listQuotes: fields({ symbols: fc.constantFrom(undefined, 'BTCUSD', 'BTCUSD,ETHUSD') }),
  listCandles: fields({
    symbol: fc.constantFrom('BTCUSD', 'ETHUSD'),
    timeframe: fc.constantFrom('1m', '1h', '1d'),
    from: fc.constantFrom('2024-01-01T00:00:00Z', '2024-01-01T02:00:00.5+02:00'),
    to: fc.constantFrom('2024-01-01T03:00:00.000Z', '2024-02-01T00:00:00Z'),
  }),
  listTrades: fields(LIMIT),
  listTransactions: fields(LIMIT),
  getStatement: fields({
    from: fc.constantFrom('2024-01-01', '2024-01-31'),
    until: fc.constantFrom('2024-01-31', '2024-02-29'),
    // A PDF takes longer to write.
    format: fc.constantFrom('csv', 'csv', 'csv', 'pdf'),
  }),
  listOrders: fields({ ...LIMIT, status: fc.constantFrom(undefined, 'pending', 'ended') }),
  // A `stream` that is not the channel's own: the answer is a snapshot.
  listFrames: fc.constantFrom(
    { channel: 'quotes:BTCUSD' },
    { channel: 'candles:ETHUSD:1h' },
    { channel: 'quotes:BTCUSD', stream: 'another', since: '7' },
  ),
  listWebhookDeliveries: fields({
    ...LIMIT,
    status: fc.constantFrom(undefined, 'pending', 'delivered', 'dead'),
  }),
};

/** The query and body of a request that the operation accepts, if it gets what `prepare` made. */
export function acceptedParts({ id, body }: Operation): fc.Arbitrary<Parts> {
  return fc.record({
    query: QUERIES[id] ?? fc.constant({}),
    body: body === undefined ? fc.constant(undefined) : (BODIES[id] ?? fc.constant({})),
  });
}

function fields(of: Fields): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc
    .record(of)
    .map((all) =>
      Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    );
}

type Preparing = {
  readonly call: ApiClient;
  readonly known: Known;
  readonly makeKey: () => Promise<string>;
};

const Id = z.object({ id: z.string() });
const Opened = z.object({ position: Id });
const Made = z.object({ webhook: Id });

/** Creates what an accepted request of the operation uses up or changes. */
export async function prepare(
  { call, known, makeKey }: Preparing,
  { id }: Operation,
): Promise<Known> {
  const orders = `/accounts/${known.account}/orders`;
  if (id === 'updatePosition' || id === 'closePosition' || id === 'getPosition') {
    const body = order({ client_order_id: randomUUID() });
    const { json } = created(await call('POST', orders, { body }));
    return { ...known, position: z.parse(Opened, json).position.id };
  }
  if (id === 'updateOrder' || id === 'cancelOrder') {
    const body = limitOrder({ client_order_id: randomUUID() });
    const { json } = created(await call('POST', orders, { body }));
    return { ...known, order: z.parse(Id, json).id };
  }
  if (id === 'deleteAlert') {
    const body = { symbol: 'BTCUSD', side: 'sell', price: '70000' };
    const { json } = created(await call('POST', '/alerts', { body }));
    return { ...known, alert: z.parse(Id, json).id };
  }
  if (id === 'deleteWatchlist') {
    const { json } = await call('POST', '/watchlists', { body: { name: 'To delete' } });
    return { ...known, watchlist: z.parse(Id, json).id };
  }
  if (id === 'revokeKey') return { ...known, key: await makeKey() };
  if (id !== 'deleteWebhook') return known;
  const body = { url: 'https://93.184.216.34/', events: ['margin.warning'] };
  const { json } = created(await call('POST', '/webhooks', { body }));
  return { ...known, webhook: z.parse(Made, json).webhook.id };
}

/** Names the answer that kept a request from being prepared. */
function created(reply: ApiReply): ApiReply {
  assert.equal(reply.status, 201, reply.text);
  return reply;
}

/** Removes what `prepare` has created and the request has not removed. */
export async function cleanUp(call: ApiClient, { id }: Operation, known: Known): Promise<void> {
  if (id === 'updatePosition' || id === 'closePosition' || id === 'getPosition') {
    await close(call, known, known.position);
  }
  if (id === 'updateOrder')
    await call('DELETE', `/accounts/${known.account}/orders/${known.order}`);
}

/** Removes what a request has created. */
export async function removeCreated(
  call: ApiClient,
  { id }: Operation,
  { known, reply }: { readonly known: Known; readonly reply: ApiReply },
): Promise<void> {
  if (reply.status !== 201) return;
  const opened = z.safeParse(Opened, reply.json);
  if (opened.success) {
    await close(call, known, opened.data.position.id);
    return;
  }
  const made = z.safeParse(Made, reply.json);
  if (made.success) {
    await call('DELETE', `/webhooks/${made.data.webhook.id}`);
    return;
  }
  const created = z.parse(Id, reply.json);
  const orders = `/accounts/${known.account}/orders`;
  const lists = { createOrder: orders, createWatchlist: '/watchlists' } as const;
  const list = lists[id as keyof typeof lists] ?? '/alerts';
  await call('DELETE', `${list}/${created.id}`);
}

async function close(call: ApiClient, { account }: Known, position: string): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  await call('POST', `/accounts/${account}/positions/${position}/close`, { body: {}, headers });
}
