// The rules for levels and expiry of an entry order. The ticket in the browser applies them as well.
import type { Quote } from '#instrument/instrument.ts';
import { levelsAtTrigger } from '#order/order.ts';
import type { EntryOrder, OrderLevels } from '#order/order.ts';
import { DAY_MS } from '#time/time.ts';
import { rejectionOf } from '../decision.ts';
import { findLevelRejection } from '../levels.ts';
import type { Rejection } from '../rejection.ts';

/** The longest time that an order can be pending. */
export const ORDER_LIFE_MS = 90 * DAY_MS;

type JudgedLevels = OrderLevels & Pick<EntryOrder, 'direction' | 'points'>;

/**
 * Checks the levels as if the order filled at its trigger price. They are checked again at the
 * actual fill.
 */
export function findOrderLevelsRejection(
  order: JudgedLevels,
  {
    quote,
    decimals,
    isGuaranteed,
  }: { readonly quote: Quote; readonly decimals: number; readonly isGuaranteed: boolean },
): Rejection | undefined {
  const levels = { direction: order.direction, ...levelsAtTrigger(order), isGuaranteed };
  const filled = { ...quote, bidPoints: order.points, askPoints: order.points };
  return findLevelRejection(levels, filled, decimals);
}

/** Returns why an order's expiry is invalid; undefined if it is valid. */
export function findExpiryRejection(
  { expiresAtMs }: Pick<EntryOrder, 'expiresAtMs'>,
  atMs: number,
): Rejection | undefined {
  const isWithin =
    Number.isSafeInteger(expiresAtMs) && expiresAtMs > atMs && expiresAtMs <= atMs + ORDER_LIFE_MS;
  return isWithin
    ? undefined
    : rejectionOf('order-expiry-invalid', { days: ORDER_LIFE_MS / DAY_MS });
}
