// How entry orders end: cancelled by the customer, by staff or because openings are forbidden, or
// at their expiry. Fills and rejections are in trigger-order.ts.
import { assertPresent } from '#assertion/assertion.ts';
import type { EntryOrder, OrderEnd } from '#order/order.ts';
import type { AccountId } from '#position/position.ts';
import { decided, rejectionOf, refused, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import type { CancelOrder, ExpireOrders } from '../order-commands.ts';
import { findTermsRejection } from './place-order.ts';
import type { Account, AccountTerms, EngineState } from '../state.ts';

/** Cancels a pending order. Rejects with not-found. */
export function decideCancelOrder(state: EngineState, command: CancelOrder): Decision {
  const { accountId, orderId, atMs } = command;
  const account = state.accounts.get(accountId);
  const order = account?.orders.get(orderId);
  if (account === undefined || order === undefined) {
    return refused(rejectionOf('not-found', { order: orderId }));
  }
  const reason = command.isByBroker === true ? 'broker' : 'customer';
  return decided(...endOrder(account, order, cancelled(atMs, reason)));
}

/** Ends the orders that are due, by id. Never rejects. */
export function decideExpireOrders(state: EngineState, { atMs }: ExpireOrders): Decision {
  const drafts = new Map<AccountId, OrdersDraft>();
  const events = state.orderDeadlines.listDue(atMs).flatMap(({ id, accountId }) => {
    const account = draftOf(state, drafts, accountId);
    const order = account.orders.get(id);
    if (order === undefined) return [];
    const isListed = state.instruments.has(order.symbol);
    const end: OrderEnd = isListed
      ? { outcome: 'expired', atMs, reason: null, quote: null, positionId: null }
      : cancelled(atMs, 'not-listed');
    return endIn(account, order, end);
  });
  return decided(...events);
}

/** Cancels the orders that new account terms or symbol limits forbid. */
export function cancelForbidden(
  state: EngineState,
  forbidden: {
    readonly account: Account;
    readonly terms: AccountTerms;
    readonly atMs: number;
    /** The instruments after the change of limits; absent if they don't change. */
    readonly instruments?: EngineState['instruments'];
  },
): readonly Event[] {
  const { terms, atMs, instruments = state.instruments } = forbidden;
  if (forbidden.account.orders.size === 0) return [];
  const account = { ...forbidden.account, terms, orders: new Map(forbidden.account.orders) };
  return [...account.orders.values()].flatMap((order) => {
    const instrument = instruments.get(order.symbol);
    if (instrument === undefined) return [];
    const rejection = findTermsRejection(state.rules, { order, account, instrument });
    if (rejection === undefined) return [];
    return endIn(account, account.orders.get(order.id) ?? order, cancelled(atMs, rejection.code));
  });
}

/**
 * Ends an order. A fill cancels the other order of an OCO pair; after any other end the other order
 * continues alone.
 */
export function endOrder(
  { orders }: Pick<Account, 'orders'>,
  order: EntryOrder,
  end: OrderEnd,
): readonly Event[] {
  const { ocoId } = order;
  const ended = { kind: 'order-ended', order, end } as const;
  const other = ocoId === null ? undefined : orders.get(ocoId);
  if (other === undefined) return [ended];
  if (end.outcome !== 'filled') {
    const alone = { ...other, ocoId: null };
    return [ended, { kind: 'order-amended', atMs: end.atMs, order: alone }];
  }
  const both = { ...cancelled(end.atMs, 'oco'), quote: end.quote };
  return [ended, { kind: 'order-ended', order: other, end: both }];
}

/** A copy of an account's orders, for a decision that ends several of them. */
export type OrdersDraft = { readonly orders: Account['orders'] };

/** Like endOrder, in a copy of the account for a decision that ends several of its orders. */
export function endIn(account: OrdersDraft, order: EntryOrder, end: OrderEnd): readonly Event[] {
  const events = endOrder(account, order, end);
  for (const event of events) {
    if (event.kind === 'order-ended') account.orders.delete(event.order.id);
    if (event.kind === 'order-amended') account.orders.set(event.order.id, event.order);
  }
  return events;
}

export function draftOf(
  state: EngineState,
  drafts: Map<AccountId, OrdersDraft>,
  accountId: AccountId,
): OrdersDraft {
  const known = drafts.get(accountId);
  if (known !== undefined) return known;
  const account = assertPresent(state.accounts.get(accountId), 'an order has an account');
  const draft = { orders: new Map(account.orders) };
  drafts.set(accountId, draft);
  return draft;
}

export function cancelled(atMs: number, reason: string): OrderEnd {
  return { outcome: 'cancelled', atMs, reason, quote: null, positionId: null };
}
