// The public price feed.
//
// 1. On connect a client gets the whole book and follows all symbols.
// 2. Changed prices are sent at most every PRICE_INTERVAL_MS, only the newest of each symbol. Each
// message is encoded once for all clients that follow the same symbols.
// 3. `subscribe` narrows a client to some symbols; it gets their prices at once.
// 4. `watch` does the same in the short form, and also reports every symbol whose state changed, so
// that a page knows which symbols can be traded, even those that it doesn't show. While nothing
// changes, an empty batch shows that the connection is alive.
import {
  PRICE_INTERVAL_MS,
  PRICES_NAMESPACE,
  SubscribeMessage,
  WatchMessage,
  type PriceBook,
  type PricesToClient,
  type PricesToServer,
  toQuoteBatch,
} from '@halyard/contract/live';
import { SECOND_MS } from '@halyard/core/time';
import type { Market } from '@halyard/market';
import { ok } from '#platform/http/http.ts';
import { onEvent } from '#platform/live/live.ts';
import type { Channel, Live } from '#platform/live/live.ts';
import type { Instruments } from '../instruments.ts';
import { priceBook } from './price-book.ts';
import { PriceFollowers, type PriceRoom } from './price-followers.ts';

/**
 * After this many price intervals without changes (five seconds), a room is sent an empty batch.
 */
const QUIET_INTERVALS = (5 * SECOND_MS) / PRICE_INTERVAL_MS;

type PricesDeps = {
  readonly live: Live;
  readonly market: Pick<Market, 'quote' | 'state' | 'onQuote' | 'onState'>;
  readonly instruments: Instruments;
};

export type PricesNamespace = { close(): void };

export function openPricesNamespace(deps: PricesDeps): PricesNamespace {
  const { market, instruments } = deps;
  const followers = new PriceFollowers();
  const channel = deps.live.namespace<PricesToServer, PricesToClient>({
    name: PRICES_NAMESPACE,
    access: 'public',
    events: {
      subscribe: onEvent<typeof SubscribeMessage, PricesToClient>({
        schema: SubscribeMessage,
        isUse: false,
        handle: async ({ message, peer }) => {
          const symbols = knownSymbols(message.symbols, instruments);
          followers.follow(peer, 'full', symbols);
          peer.emit('price', priceBook(deps, symbols));
          return ok({ symbols });
        },
      }),
      watch: onEvent<typeof WatchMessage, PricesToClient>({
        schema: WatchMessage,
        isUse: false,
        handle: async ({ message, peer }) => {
          const symbols = knownSymbols(message.symbols, instruments);
          followers.follow(peer, 'short', symbols);
          peer.emit('quotes', toQuoteBatch(priceBook(deps, symbols)));
          return ok({ symbols });
        },
      }),
    },
    onConnect: (peer) => {
      followers.followAll(peer);
      peer.emit('price', priceBook(deps, instruments.keys()));
    },
    onDisconnect: (peer) => followers.remove(peer),
  });

  const changed = new Set<string>();
  const changedStates = new Set<string>();
  const ends = [
    market.onQuote(({ symbol }) => changed.add(symbol)),
    market.onState(({ symbol }) => {
      changed.add(symbol);
      changedStates.add(symbol);
    }),
  ];
  const timer = setInterval(() => {
    emitChanges(deps, { channel, followers, changed, changedStates });
    changed.clear();
    changedStates.clear();
  }, PRICE_INTERVAL_MS);
  return {
    close: () => {
      clearInterval(timer);
      for (const end of ends) end();
    },
  };
}

function knownSymbols(symbols: readonly string[], instruments: Instruments): readonly string[] {
  return [...new Set(symbols)].filter((symbol) => instruments.has(symbol));
}

type Changes = {
  readonly channel: Channel<PricesToClient>;
  readonly followers: PriceFollowers;
  readonly changed: ReadonlySet<string>;
  readonly changedStates: ReadonlySet<string>;
};

function emitChanges(deps: PricesDeps, { channel, followers, ...changes }: Changes): void {
  const { changed, changedStates } = changes;
  const all = priceBook(deps, changed);
  for (const room of followers.rooms()) {
    const book = bookOf(room, all, changedStates);
    const isEmpty = Object.keys(book).length === 0;
    room.quietIntervals = isEmpty ? room.quietIntervals + 1 : 0;
    if (room.form === 'full' && !isEmpty) channel.emit(room.name, 'price', book);
    if (room.form === 'full' || (isEmpty && room.quietIntervals % QUIET_INTERVALS !== 0)) continue;
    channel.emit(room.name, 'quotes', toQuoteBatch(book));
  }
}

/** Returns the message about the changed quotes for the clients of a room. */
function bookOf(
  { form, symbols }: PriceRoom,
  all: PriceBook,
  changedStates: ReadonlySet<string>,
): PriceBook {
  if (symbols === undefined) return all;
  const book: Record<string, PriceBook[string]> = {};
  const add = (symbol: string): void => {
    const quote = all[symbol];
    if (quote !== undefined) book[symbol] = quote;
  };
  for (const symbol of symbols) add(symbol);
  if (form === 'short') for (const symbol of changedStates) add(symbol);
  return book;
}
