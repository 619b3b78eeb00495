// Accounts for streams: the current state of an account, and what each commit ended. A follower
// compares two states; a close or an end is reported once, as it was committed.
import type { Order as WireOrder } from '@halyard/contract/orders';
import type { BalanceFigures, Position as WirePosition } from '@halyard/contract/trading';
import { assertPresent } from '@halyard/core/assertion';
import type { DurableEvent } from '@halyard/core/engine';
import type { EngineClient } from '#engine/engine.ts';
import { getInstrument } from './instruments.ts';
import { listOrderHistory, toWireOrder } from './orders/orders.ts';
import type { OrderDeps } from './orders/orders.ts';
import { toWireClosedPosition } from './position-to-wire.ts';
import { toAccountView } from './view-account.ts';
import type { ViewDeps } from './view-account.ts';

/**
 * A wire object with its source; `source` is a new object whenever its fixed data changed, and
 * price changes do not affect it.
 */
export type Sourced<Wire> = { readonly source: object; readonly wire: Wire };

export type AccountState = {
  readonly figures: BalanceFigures;
  readonly positions: readonly Sourced<WirePosition>[];
  readonly orders: readonly Sourced<WireOrder>[];
};

export type Ended = {
  readonly trades: readonly WirePosition[];
  readonly orders: readonly WireOrder[];
};

export type AccountFeed = {
  /**
   * Returns the state after exactly those commits that `follow` has reported. Throws an Outage
   * while there is no lease.
   */
  read(accountId: number): Promise<AccountState>;
  /** Returns what ended last, newest first. */
  listEnded(accountId: number, limit: number): Promise<Ended>;
  /**
   * Calls the listener after each commit that changes the account. `readEnded` returns what the
   * commit ended; it is a function, because few listeners need the result.
   */
  follow(accountId: number, listener: (readEnded: () => Ended) => void): () => void;
  /**
   * Calls the listener when commits may have been missed, so that cached account data must be read
   * again.
   */
  onResumed(listener: () => void): () => void;
};

export type FeedDeps = ViewDeps & OrderDeps & { readonly engine: EngineClient };

export function createAccountFeed(deps: FeedDeps): AccountFeed {
  const { engine, instruments } = deps;
  return {
    read: async (accountId) => {
      const account = assertPresent(
        await engine.account(accountId),
        'the holder of a key has an account',
      );
      const { figures, open } = toAccountView(deps, account);
      const orders = [...account.orders.values()].toSorted((left, right) => right.id - left.id);
      return {
        figures,
        positions: open,
        orders: orders.flatMap((order) => {
          const instrument = instruments.get(order.symbol);
          if (instrument === undefined) return [];
          return [{ source: order, wire: toWireOrder(order, instrument) }];
        }),
      };
    },
    listEnded: async (accountId, limit) => {
      const closed = await deps.recentHistory.list(accountId);
      return {
        trades: closed
          .slice(0, limit)
          .map((one) => toWireClosedPosition(one, getInstrument(instruments, one.symbol))),
        orders: await listOrderHistory(deps, { accountId, before: undefined, limit }),
      };
    },
    follow: (accountId, listener) => {
      const { end } = engine.follow(accountId, ({ events }) => {
        listener(() => {
          const ends = events.flatMap((event) => toEnded(deps, event));
          return {
            trades: ends.flatMap(({ trade }) => trade ?? []),
            orders: ends.flatMap(({ order }) => order ?? []),
          };
        });
      });
      return end;
    },
    onResumed: (listener) => engine.onResumed(listener),
  };
}

type EndedOne = {
  readonly trade?: WirePosition;
  readonly order?: WireOrder;
};

function toEnded({ instruments }: FeedDeps, event: DurableEvent): readonly EndedOne[] {
  if (event.kind === 'position-closed' || event.kind === 'position-reduced') {
    const closed = event.kind === 'position-closed' ? event.position : event.closed;
    const trade = toWireClosedPosition(closed, getInstrument(instruments, closed.symbol));
    return [{ trade }];
  }
  if (event.kind !== 'order-ended') return [];
  const { order, end } = event;
  const instrument = instruments.get(order.symbol);
  if (instrument === undefined) return [];
  return [{ order: toWireOrder(order, instrument, end) }];
}
