// The commands of entry orders. They are kept apart because three of them come from customers, and
// three from the market, whom nothing refuses.
import type { Direction, Points } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import type { EntryOrderKind, OrderExpiry, OrderId, OrderLevels } from '#order/order.ts';
import type { AccountId } from '#position/position.ts';

/** What of an order can be amended. */
export type OrderTerms = OrderLevels & {
  readonly amountCents: Cents;
  /** The trigger price. */
  readonly points: Points;
  readonly expiry: OrderExpiry;
  /** Null with the expiry `gtc`: as long as an order may wait. */
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
  /** A pending order of the account: whichever fills first cancels the other. */
  readonly ocoId: OrderId | null;
};

export type AmendOrder = OrderTerms & {
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
  /** Present when staff cancel it. */
  readonly isByBroker?: true;
};

/** Fills an order that the last quote of its symbol has reached, or says why it can't be filled. */
export type TriggerOrder = {
  readonly kind: 'trigger-order';
  readonly accountId: AccountId;
  readonly atMs: number;
  readonly orderId: OrderId;
};

/** Ends the orders whose expiry has passed, and those of symbols that are no longer listed. */
export type ExpireOrders = { readonly kind: 'expire-orders'; readonly atMs: number };

/** Whether a trading pause keeps orders from being triggered. */
export type SetTradingPause = {
  readonly kind: 'set-trading-pause';
  readonly atMs: number;
  readonly isPaused: boolean;
};
