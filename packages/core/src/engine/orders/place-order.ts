import { listAllowedLeverages, instrumentLimits, toRate } from '#instrument/instrument.ts';
import type { Instrument } from '#instrument/instrument.ts';
import { cents, toEuros } from '#money/money.ts';
import { findTriggerPriceProblem } from '#order/order.ts';
import type { EntryOrder } from '#order/order.ts';
import { isAtLeast, isAtMost } from '../amount-bounds.ts';
import { decided, rejectionOf, refused, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { getMarket } from '../market-view.ts';
import {
  findExpiryRejection,
  findOrderLevelsRejection,
  ORDER_LIFE_MS,
} from './find-order-terms-rejection.ts';
import type { AmendOrder, PlaceOrder } from '../order-commands.ts';
import { findTrailRejection } from '../trails/trails.ts';
import type { Rejection } from '../rejection.ts';
import type { Account, EngineRules, EngineState } from '../state.ts';

export const ORDERS_PER_ACCOUNT_MAX = 100;
const ORDERS_MAX = 1_000_000;

/**
 * Places an entry order; no margin is reserved while it is pending. Rejects in this order:
 * not-found (account), blocked, close-only, not-found (symbol), no-access, not-verified,
 * leverage-invalid, amount-too-small, amount-too-large (the instrument's), price-unavailable (no
 * quote yet), order-price-invalid, stop-invalid, target-invalid, trail-unavailable, trail-invalid,
 * order-expiry-invalid, not-found (the other order), too-many-orders. Margin, open losses and the
 * number of positions are checked when the order triggers.
 */
export function decidePlaceOrder(state: EngineState, command: PlaceOrder): Decision {
  const account = state.accounts.get(command.accountId);
  if (account === undefined)
    return refused(rejectionOf('not-found', { account: command.accountId }));
  if (account.terms.status !== 'active') return refused(rejectionOf(account.terms.status));
  const instrument = state.instruments.get(command.symbol);
  if (instrument === undefined)
    return refused(rejectionOf('not-found', { symbol: command.symbol }));

  const order = orderOf(state, command);
  const rejection =
    findTermsRejection(state.rules, { order, account, instrument }) ??
    findOrderRejection(state, { order, account, instrument, atMs: command.atMs }) ??
    findPairRejection(account, order) ??
    findRoomRejection(state, account);
  if (rejection !== undefined) return refused(rejection);
  return decided({ kind: 'order-placed', order }, ...pairEvents(account, order, command.atMs));
}

/**
 * Changes the terms of a pending order that the command contains: margin, trigger price, levels,
 * expiry. Rejects with not-found, and for the same reasons as placing the amended order.
 */
export function decideAmendOrder(state: EngineState, command: AmendOrder): Decision {
  const account = state.accounts.get(command.accountId);
  const before = account?.orders.get(command.orderId);
  if (account === undefined || before === undefined) {
    return refused(rejectionOf('not-found', { order: command.orderId }));
  }
  const { amountCents = before.amountCents, points = before.points } = command;
  const { expiry = before.expiry, trailDistance = before.trailDistance } = command;
  const lastsAsBefore = expiry === 'gtc' && before.expiry === 'gtc';
  const latestMs = lastsAsBefore ? before.expiresAtMs : command.atMs + ORDER_LIFE_MS;
  const { expiresAtMs: sentMs = before.expiresAtMs } = command;
  const expiresAtMs = sentMs ?? latestMs;
  const { stopPoints = before.stopPoints, stopDistance = before.stopDistance } = command;
  const { targetPoints = before.targetPoints, targetDistance = before.targetDistance } = command;
  const levels = { stopPoints, stopDistance, targetPoints, targetDistance };
  const terms = { amountCents, points, expiry, expiresAtMs, trailDistance };
  const order = { ...before, ...terms, ...levels };
  const instrument = state.instruments.get(order.symbol);
  if (instrument === undefined) return refused(rejectionOf('not-found', { symbol: order.symbol }));
  const rejection =
    findTermsRejection(state.rules, { order, account, instrument }) ??
    findOrderRejection(state, { order, account, instrument, atMs: command.atMs });
  if (rejection !== undefined) return refused(rejection);
  const isSame = Object.entries(order).every(
    ([name, value]) => before[name as keyof EntryOrder] === value,
  );
  if (isSame) return decided();
  return decided({ kind: 'order-amended', atMs: command.atMs, order });
}

type Judged = {
  readonly order: EntryOrder;
  readonly account: Account;
  readonly instrument: Instrument;
};

/** Returns why account terms and symbol limits forbid an order; also used for pending orders. */
export function findTermsRejection(
  rules: EngineRules,
  { order, account: { terms }, instrument }: Judged,
): Rejection | undefined {
  const { category } = instrument;
  if (terms.status !== 'active') return rejectionOf(terms.status);
  const isPermitted =
    terms.permittedCategories.includes(category) && terms.leverageIndexes[category] !== undefined;
  if (!isPermitted) return rejectionOf('no-access', { category });
  if (!terms.isVerified) return rejectionOf('not-verified');
  const allowed = listAllowedLeverages(instrument, rules.regime, terms);
  if (!allowed.includes(order.leverage)) {
    return rejectionOf('leverage-invalid', { allowed: allowed.join(',') });
  }
  return undefined;
}

function findOrderRejection(
  state: EngineState,
  { order, account, instrument, atMs }: Judged & { readonly atMs: number },
): Rejection | undefined {
  const { amountMinCents, amountMaxCents } = instrumentLimits(instrument);
  if (!isAtLeast(order.amountCents, amountMinCents)) {
    return rejectionOf('amount-too-small', { minimum: toEuros(cents(amountMinCents)) });
  }
  if (!isAtMost(order.amountCents, amountMaxCents)) {
    return rejectionOf('amount-too-large', { maximum: toEuros(cents(amountMaxCents)) });
  }
  const { quote } = getMarket(state, order.symbol);
  if (quote === undefined) return rejectionOf('price-unavailable', { symbol: order.symbol });
  const problem = findTriggerPriceProblem(order, quote);
  if (problem !== undefined) {
    const limit = toRate(problem.limit, instrument.decimals);
    return rejectionOf('order-price-invalid', { side: problem.side, limit });
  }
  const { hasGuaranteedStop: isGuaranteed } = account.terms;
  const { decimals } = instrument;
  return (
    findOrderLevelsRejection(order, { quote, decimals, isGuaranteed }) ??
    findOrderTrailRejection({ order, account, instrument }) ??
    findExpiryRejection(order, atMs)
  );
}

/**
 * Checks a trailing stop as if the order filled at its trigger price. An order can't have both a
 * trailing stop and a stop loss.
 */
function findOrderTrailRejection({ order, account, instrument }: Judged): Rejection | undefined {
  const { direction, trailDistance: distance, points: price, stopPoints, stopDistance } = order;
  const hasStop = stopPoints !== null || stopDistance !== null;
  if (distance !== null && hasStop) return rejectionOf('trail-unavailable');
  const { hasGuaranteedStop } = account.terms;
  return findTrailRejection({ direction, distance, price, hasGuaranteedStop }, instrument.decimals);
}

function findPairRejection({ orders }: Account, { ocoId }: EntryOrder): Rejection | undefined {
  if (ocoId === null) return undefined;
  const other = orders.get(ocoId);
  return other === undefined || other.ocoId !== null
    ? rejectionOf('not-found', { order: ocoId })
    : undefined;
}

function findRoomRejection({ orderDeadlines }: EngineState, { orders }: Account) {
  const isFull = orders.size >= ORDERS_PER_ACCOUNT_MAX || orderDeadlines.size >= ORDERS_MAX;
  return isFull ? rejectionOf('too-many-orders', { maximum: ORDERS_PER_ACCOUNT_MAX }) : undefined;
}

function pairEvents({ orders }: Account, { id, ocoId }: EntryOrder, atMs: number): Event[] {
  const other = ocoId === null ? undefined : orders.get(ocoId);
  return other === undefined
    ? []
    : [{ kind: 'order-amended', atMs, order: { ...other, ocoId: id } }];
}

function orderOf(state: EngineState, command: PlaceOrder): EntryOrder {
  const { kind: _kind, orderKind, atMs, expiresAtMs, ...rest } = command;
  return {
    ...rest,
    trailDistance: rest.trailDistance ?? null,
    id: state.nextOrderId,
    kind: orderKind,
    expiresAtMs: expiresAtMs ?? atMs + ORDER_LIFE_MS,
    placedAtMs: atMs,
  };
}
