// The state of an account as the client knows it: open positions and pending orders, and the ids of
// closed positions and ended orders that it has already reported.
import type {
  Account,
  AccountSnapshot,
  AccountUpdate,
  EntryOrder,
  Position,
  Trade,
} from './generated/types.ts';

export type AccountEvent =
  /**
   * The complete state: at the beginning, and after a gap. After a gap, the trades and ended orders
   * that were missed are reported first.
   */
  | {
      readonly type: 'snapshot';
      readonly account: Account;
      readonly positions: readonly Position[];
      readonly orders: readonly EntryOrder[];
    }
  /** A position that opened or changed. */
  | { readonly type: 'position'; readonly position: Position }
  /** A position that closed, or the closed part of one; reported once. */
  | { readonly type: 'trade'; readonly trade: Trade }
  /** A new or changed pending order. */
  | { readonly type: 'order'; readonly order: EntryOrder }
  /** An order that was filled, cancelled, rejected or has expired; reported once. */
  | { readonly type: 'order_ended'; readonly order: EntryOrder }
  | { readonly type: 'account'; readonly account: Account };

/** The number of ended items to remember, so that none is reported twice. */
const SEEN_MAX = 20_000;

export class AccountState {
  readonly positions = new Map<string, Position>();
  readonly orders = new Map<string, EntryOrder>();
  readonly #seenTrades = new Set<string>();
  readonly #seenOrders = new Set<string>();
  account: Account | undefined;

  /**
   * Marks everything that the first snapshot lists as ended as reported, because it ended before.
   */
  begin({ recent_trades, recent_orders }: AccountSnapshot): void {
    for (const { id } of recent_trades) remember(this.#seenTrades, id);
    for (const { id } of recent_orders) remember(this.#seenOrders, id);
  }

  /** Returns the events of the trades and ended orders that were not reported yet. */
  takeEnded(trades: readonly Trade[], orders: readonly EntryOrder[]): readonly AccountEvent[] {
    const newTrades = trades.filter(({ id }) => remember(this.#seenTrades, id));
    const newOrders = orders.filter(({ id }) => remember(this.#seenOrders, id));
    for (const { id } of newOrders) this.orders.delete(id);
    return [
      ...newTrades.map((trade) => ({ type: 'trade' as const, trade })),
      ...newOrders.map((order) => ({ type: 'order_ended' as const, order })),
    ];
  }

  takeSnapshot({ account, positions, orders }: AccountSnapshot): AccountEvent {
    this.account = account;
    this.positions.clear();
    this.orders.clear();
    for (const position of positions) this.positions.set(position.id, position);
    for (const order of orders) this.orders.set(order.id, order);
    return { type: 'snapshot', account, positions, orders };
  }

  takeUpdate(update: AccountUpdate): readonly AccountEvent[] {
    const { account, positions, orders, trades, ended_orders, removed_position_ids } = update;
    this.account = account;
    for (const position of positions) this.positions.set(position.id, position);
    for (const order of orders) this.orders.set(order.id, order);
    for (const id of removed_position_ids) this.positions.delete(id);
    for (const { id } of ended_orders) this.orders.delete(id);
    return [
      ...positions.map((position) => ({ type: 'position' as const, position })),
      ...orders.map((order) => ({ type: 'order' as const, order })),
      ...this.takeEnded(trades, ended_orders),
      { type: 'account', account },
    ];
  }
}

/** Returns whether the id is new, and remembers it. */
function remember(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > SEEN_MAX && oldest !== undefined) seen.delete(oldest);
  return true;
}
