import type { Direction, Points, Quote } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import type { AccountId, PositionId } from '#position/position.ts';

export const ENTRY_ORDER_KINDS = ['limit', 'stop'] as const;
export type EntryOrderKind = (typeof ENTRY_ORDER_KINDS)[number];

/** Good till cancelled, good till a date, or until the end of the trading day. */
export const ORDER_EXPIRIES = ['gtc', 'gtd', 'day'] as const;
export type OrderExpiry = (typeof ORDER_EXPIRIES)[number];

export const ORDER_OUTCOMES = ['filled', 'cancelled', 'expired', 'rejected'] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

export type OrderId = number;

/**
 * Each level is given as a price or as a distance from the fill price, both in points, or not at
 * all.
 */
export type OrderLevels = {
  readonly stopPoints: Points | null;
  readonly stopDistance: Points | null;
  readonly targetPoints: Points | null;
  readonly targetDistance: Points | null;
};

export type EntryOrder = OrderLevels & {
  readonly id: OrderId;
  readonly accountId: AccountId;
  readonly symbol: string;
  readonly direction: Direction;
  readonly kind: EntryOrderKind;
  /** The margin in cents of the position that the order opens. */
  readonly amountCents: Cents;
  readonly leverage: number;
  /** The trigger price in points. */
  readonly points: Points;
  /**
   * The distance of the position's trailing stop in points; null for none. An order with a stop
   * loss has none.
   */
  readonly trailDistance: Points | null;
  readonly expiry: OrderExpiry;
  readonly expiresAtMs: number;
  /** The other order of an OCO pair; null for none. */
  readonly ocoId: OrderId | null;
  readonly placedAtMs: number;
};

/** How an order ended; `reason` is null for a fill and an expiry. */
export type OrderEnd = {
  readonly outcome: OrderOutcome;
  readonly atMs: number;
  /** Why the order ended: `customer`, `broker`, `oco`, or the rejection's code. */
  readonly reason: string | null;
  /** The quote that triggered the order; null if none did. */
  readonly quote: Quote | null;
  /** The position that the order opened. */
  readonly positionId: PositionId | null;
};
