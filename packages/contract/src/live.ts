// The live feed: Socket.IO namespaces, event names and payloads.
//
// /prices is public. On connect the server sends `price` with all quotes, then changes, at most
// every PRICE_INTERVAL_MS; `subscribe` selects symbols. `watch` selects symbols too, and the server
// then sends `quotes`: the short form of their changes, and of every other symbol whose state
// changed; an empty batch every few seconds where nothing changes.
//
// /positions requires `auth: {token}`. Commands are acknowledged with the envelope; without a
// callback a rejection arrives as `refused`. The server sends `positions`, `balance` and `orders`
// (pending ones) on request and after every change, at most every PRICE_INTERVAL_MS, always the
// latest state. `notification` announces a new notification; its text is in the list.
import * as z from 'zod/mini';
import type { LiveQuote } from './market.ts';
import type { Notification } from './notifications.ts';
import type { Order } from './orders.ts';
import { DataUser, type BalanceFigures, type Position, type PositionLists } from './trading.ts';
import type { Envelope } from './wire.ts';

export const PRICES_NAMESPACE = '/prices';
export const POSITIONS_NAMESPACE = '/positions';
export const PRICE_INTERVAL_MS = 250;
export const POSITIONS_POLL_MS = 5000;
export const MESSAGE_BYTES_MAX = 16_384;
export const SUBSCRIBE_SYMBOLS_MAX = 200;
/**
 * The maximum number of symbols that a page can watch; more than an account can have open
 * positions.
 */
export const WATCH_SYMBOLS_MAX = 500;

const SymbolName = z.string().check(z.maxLength(20));

export const SubscribeMessage = z.strictObject({
  symbols: z.array(SymbolName).check(z.maxLength(SUBSCRIBE_SYMBOLS_MAX)),
});

export const WatchMessage = z.strictObject({
  symbols: z.array(SymbolName).check(z.maxLength(WATCH_SYMBOLS_MAX)),
});

/** The payload of `positions`, `balance` and `activity`: nothing, or the account's owner. */
export const RequestMessage = z.nullish(z.strictObject({ dataUser: DataUser }));

export type PriceBook = Readonly<Record<string, LiveQuote>>;

/**
 * A quote in the short form: the bid, the ask, and by how many milliseconds it is older than the
 * newest of its batch. The state follows unless it is `live`.
 */
export type ShortQuote =
  | readonly [sell: number, buy: number, olderByMs: number]
  | readonly [sell: number, buy: number, olderByMs: number, state: LiveQuote['state']];

/** The time of the newest quote, and the quotes by symbol. */
export type QuoteBatch = readonly [
  newestAtMs: number,
  quotes: Readonly<Record<string, ShortQuote>>,
];

export type Refused = {
  readonly event: string;
  readonly requestId: string;
  readonly code: string;
  readonly message: string;
  readonly facts?: Readonly<Record<string, unknown>>;
};
/**
 * The acknowledgement of openPosition, and of closePosition with what was closed (a closed part has
 * its own id).
 */
export type PositionAnswer = { readonly position: Position };
/** The acknowledgement of updatePosition. */
export type LevelsAnswer = {
  readonly id: number;
  readonly stop_lost: number | null;
  readonly take_profit: number | null;
  /** The level of the trailing stop and its distance; null without one. */
  readonly trailing_stop: number | null;
  readonly trailing_distance: number | null;
};
/**
 * The acknowledgement of closeAll with what was closed. A position whose symbol is not live stays
 * open.
 */
export type CloseAllAnswer = { readonly positions: readonly Position[] };

export type NotificationPush = Pick<Notification, 'id' | 'kind' | 'group'> & {
  readonly unread: number;
};

export type Acknowledge = (envelope: Envelope<unknown>) => void;

export type PricesToServer = {
  subscribe(message: unknown, acknowledge?: Acknowledge): void;
  watch(message: unknown, acknowledge?: Acknowledge): void;
};
export type PricesToClient = { price(book: PriceBook): void; quotes(batch: QuoteBatch): void };

export type PositionsToServer = {
  positions(message?: unknown, acknowledge?: Acknowledge): void;
  balance(message?: unknown, acknowledge?: Acknowledge): void;
  activity(message?: unknown, acknowledge?: Acknowledge): void;
  openPosition(message: unknown, acknowledge?: Acknowledge): void;
  closePosition(message: unknown, acknowledge?: Acknowledge): void;
  updatePosition(message: unknown, acknowledge?: Acknowledge): void;
  closeAll(message: unknown, acknowledge?: Acknowledge): void;
  orders(message?: unknown, acknowledge?: Acknowledge): void;
  placeOrder(message: unknown, acknowledge?: Acknowledge): void;
  amendOrder(message: unknown, acknowledge?: Acknowledge): void;
  cancelOrder(message: unknown, acknowledge?: Acknowledge): void;
};
export type PositionsToClient = {
  positions(lists: PositionLists): void;
  balance(figures: BalanceFigures): void;
  orders(pending: readonly Order[]): void;
  notification(push: NotificationPush): void;
  refused(refused: Refused): void;
};

export function toQuoteBatch(book: PriceBook): QuoteBatch {
  const newestAtMs = Object.values(book).reduce((latest, { ts }) => Math.max(latest, ts), 0);
  const quotes: Record<string, ShortQuote> = {};
  for (const [symbol, { sell, buy, ts, state }] of Object.entries(book)) {
    const olderByMs = newestAtMs - ts;
    quotes[symbol] = state === 'live' ? [sell, buy, olderByMs] : [sell, buy, olderByMs, state];
  }
  return [newestAtMs, quotes];
}

export function fromQuoteBatch([newestAtMs, quotes]: QuoteBatch): PriceBook {
  const book: Record<string, LiveQuote> = {};
  for (const [symbol, [sell, buy, olderByMs, state = 'live']] of Object.entries(quotes)) {
    book[symbol] = { buy, sell, ts: newestAtMs - olderByMs, state };
  }
  return book;
}
