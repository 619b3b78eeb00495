// The commands of entry orders. Customers send three of them. The other three come from the market
// and are never rejected.
import type { Direction, Points } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import type { EntryOrderKind, OrderExpiry, OrderId, OrderLevels } from '#order/order.ts';
import type { AccountId } from '#position/position.ts';

/** The terms of an order that can be amended. */
export type OrderTerms = OrderLevels & {
  readonly amountCents: Cents;
  /** The trigger price. */
  readonly points: Points;
  /**
   * The distance of the position's trailing stop in points: absent leaves it unchanged, null
   * removes it.
   */
  readonly trailDistance?: Points | null;
  readonly expiry: OrderExpiry;
  /** Null with the expiry `gtc`: the order is valid for the longest permitted time. */
  readonly expiresAtMs: number | null;
};

export type PlaceOrder = OrderTerms & {
  readonly kind: 'place-order';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly orderKind: EntryOrderKind;
  readonly leverage: number;
  /** Another pending order of the account (OCO): the fill of one cancels the other. */
  readonly ocoId: OrderId | null;
};

/** Changes the terms that are present; the order keeps the others. */
export type AmendOrder = Partial<OrderTerms> & {
  readonly kind: 'amend-order';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly orderId: OrderId;
};

export type CancelOrder = {
  readonly kind: 'cancel-order';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly orderId: OrderId;
  /** Set when staff cancel the order. */
  readonly isByBroker?: true;
};

/** Fills an order that the last quote of its symbol has reached, or rejects it. */
export type TriggerOrder = {
  readonly kind: 'trigger-order';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly orderId: OrderId;
};

/** Ends the orders whose expiry has passed, and those of symbols that are no longer listed. */
export type ExpireOrders = { readonly kind: 'expire-orders'; readonly atMs: number };

/** Tells the engine whether a trading pause prevents entry orders from being triggered. */
export type SetTradingPause = {
  readonly kind: 'set-trading-pause';
  readonly atMs: number;
  readonly isPaused: boolean;
};
