// The public price feed.
//
// 1. On connect a client gets the whole book and follows all symbols.
// 2. What changed is sent at most every PRICE_INTERVAL_MS, newest price only, each message encoded
//    once for everyone who follows the same symbols.
// 3. `subscribe` narrows a client to some symbols; it gets their prices at once.
import {
  PRICE_INTERVAL_MS,
  PRICES_NAMESPACE,
  SubscribeMessage,
  type PricesToClient,
  type PricesToServer,
} from '@halyard/contract/live';
import type { Market } from '@halyard/market';
import { ok } from '#platform/http/http.ts';
import { onEvent } from '#platform/live/live.ts';
import type { Channel, Live, Peer } from '#platform/live/live.ts';
import type { Instruments } from '../instruments.ts';
import { priceBook } from './price-book.ts';

/**
 * The room of clients that follow all symbols. Symbols consist of letters and digits, so no set of
 * symbols has this name.
 */
const EVERYTHING = '*';

type Follower = Peer<PricesToClient>;
type PricesDeps = {
  readonly live: Live;
  readonly market: Pick<Market, 'quote' | 'state' | 'onQuote' | 'onState'>;
  readonly instruments: Instruments;
};

export type PricesNamespace = { close(): void };

export function openPricesNamespace(deps: PricesDeps): PricesNamespace {
  const { market } = deps;
  const following = new Following();
  const channel = deps.live.namespace<PricesToServer, PricesToClient>({
    name: PRICES_NAMESPACE,
    access: 'public',
    events: {
      subscribe: onEvent<typeof SubscribeMessage, PricesToClient>({
        schema: SubscribeMessage,
        isUse: false,
        handle: async ({ message, peer }) => {
          const symbols = [...new Set(message.symbols)].filter((symbol) =>
            deps.instruments.has(symbol),
          );
          following.narrow(peer, symbols);
          peer.emit('price', priceBook(deps, symbols));
          return ok({ symbols });
        },
      }),
    },
    onConnect: (peer) => {
      following.add(peer);
      peer.emit('price', priceBook(deps, deps.instruments.keys()));
    },
    onDisconnect: (peer) => following.remove(peer),
  });

  const changed = new Set<string>();
  const ends = [
    market.onQuote(({ symbol }) => changed.add(symbol)),
    market.onState(({ symbol }) => changed.add(symbol)),
  ];
  const timer = setInterval(() => {
    if (changed.size === 0) return;
    emitChanges(deps, { channel, following, changed });
    changed.clear();
  }, PRICE_INTERVAL_MS);
  return {
    close: () => {
      clearInterval(timer);
      for (const end of ends) end();
    },
  };
}

function emitChanges(
  deps: PricesDeps,
  feed: {
    readonly channel: Channel<PricesToClient>;
    readonly following: Following;
    readonly changed: ReadonlySet<string>;
  },
): void {
  for (const [room, symbols] of feed.following.rooms()) {
    const wanted =
      symbols === undefined
        ? [...feed.changed]
        : symbols.filter((symbol) => feed.changed.has(symbol));
    if (wanted.length > 0) feed.channel.emit(room, 'price', priceBook(deps, wanted));
  }
}

/** Who follows which symbols. Clients of the same symbols share a room. */
class Following {
  readonly #rooms = new Map<
    string,
    { readonly symbols: readonly string[] | undefined; count: number }
  >();
  readonly #roomOf = new Map<string, string>();

  add(peer: Follower): void {
    this.#enter(peer, EVERYTHING, undefined);
  }

  narrow(peer: Follower, symbols: readonly string[]): void {
    this.remove(peer);
    const sorted = symbols.toSorted();
    this.#enter(peer, sorted.join(' '), sorted);
  }

  remove(peer: Follower): void {
    const room = this.#roomOf.get(peer.id);
    if (room === undefined) return;
    this.#roomOf.delete(peer.id);
    peer.leave(room);
    const entry = this.#rooms.get(room);
    if (entry === undefined) return;
    entry.count -= 1;
    if (entry.count === 0) this.#rooms.delete(room);
  }

  *rooms(): Iterable<readonly [string, readonly string[] | undefined]> {
    for (const [room, { symbols }] of this.#rooms) yield [room, symbols];
  }

  #enter(peer: Follower, room: string, symbols: readonly string[] | undefined): void {
    const entry = this.#rooms.get(room) ?? { symbols, count: 0 };
    entry.count += 1;
    this.#rooms.set(room, entry);
    this.#roomOf.set(peer.id, room);
    peer.join(room);
  }
}
