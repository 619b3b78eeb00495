import { listAllowedLeverages, instrumentLimits, toRate } from '#instrument/instrument.ts';
import type { Instrument } from '#instrument/instrument.ts';
import { cents, toEuros } from '#money/money.ts';
import { findTriggerPriceFault } from '#order/order.ts';
import type { EntryOrder } from '#order/order.ts';
import { isAtLeast, isAtMost } from '../amount-bounds.ts';
import { decided, refusalOf, refused, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { getMarket } from '../market-view.ts';
import {
  findExpiryRefusal,
  findOrderLevelsRefusal,
  ORDER_LIFE_MS,
} from './find-order-terms-refusal.ts';
import type { AmendOrder, PlaceOrder } from '../order-commands.ts';
import { findTrailRefusal } from '../trails/trails.ts';
import type { Refusal } from '../refusal.ts';
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
  if (account === undefined) return refused(refusalOf('not-found', { account: command.accountId }));
  if (account.terms.status !== 'active') return refused(refusalOf(account.terms.status));
  const instrument = state.instruments.get(command.symbol);
  if (instrument === undefined) return refused(refusalOf('not-found', { symbol: command.symbol }));

  const order = orderOf(state, command);
  const refusal =
    findTermsRefusal(state.rules, { order, account, instrument }) ??
    findOrderRefusal(state, { order, account, instrument, atMs: command.atMs }) ??
    findPairRefusal(account, order) ??
    findRoomRefusal(state, account);
  if (refusal !== undefined) return refused(refusal);
  return decided({ kind: 'order-placed', order }, ...pairEvents(account, order, command.atMs));
}

/**
 * Changes margin, trigger price, levels and expiry of a pending order. Rejects with not-found, and
 * for the same reasons as placing the amended order.
 */
export function decideAmendOrder(state: EngineState, command: AmendOrder): Decision {
  const account = state.accounts.get(command.accountId);
  const before = account?.orders.get(command.orderId);
  if (account === undefined || before === undefined) {
    return refused(refusalOf('not-found', { order: command.orderId }));
  }
  const { amountCents, points, expiry, trailDistance = before.trailDistance } = command;
  const lastsAsBefore = expiry === 'gtc' && before.expiry === 'gtc';
  const latestMs = lastsAsBefore ? before.expiresAtMs : command.atMs + ORDER_LIFE_MS;
  const expiresAtMs = command.expiresAtMs ?? latestMs;
  const { stopPoints, stopDistance, targetPoints, targetDistance } = command;
  const levels = { stopPoints, stopDistance, targetPoints, targetDistance };
  const terms = { amountCents, points, expiry, expiresAtMs, trailDistance };
  const order = { ...before, ...terms, ...levels };
  const instrument = state.instruments.get(order.symbol);
  if (instrument === undefined) return refused(refusalOf('not-found', { symbol: order.symbol }));
  const refusal =
    findTermsRefusal(state.rules, { order, account, instrument }) ??
    findOrderRefusal(state, { order, account, instrument, atMs: command.atMs });
  if (refusal !== undefined) return refused(refusal);
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
export function findTermsRefusal(
  rules: EngineRules,
  { order, account: { terms }, instrument }: Judged,
): Refusal | undefined {
  const { category } = instrument;
  if (terms.status !== 'active') return refusalOf(terms.status);
  const isPermitted =
    terms.permittedCategories.includes(category) && terms.leverageIndexes[category] !== undefined;
  if (!isPermitted) return refusalOf('no-access', { category });
  if (!terms.isVerified) return refusalOf('not-verified');
  const allowed = listAllowedLeverages(instrument, rules.regime, terms);
  if (!allowed.includes(order.leverage)) {
    return refusalOf('leverage-invalid', { allowed: allowed.join(',') });
  }
  return undefined;
}

function findOrderRefusal(
  state: EngineState,
  { order, account, instrument, atMs }: Judged & { readonly atMs: number },
): Refusal | undefined {
  const { amountMinCents, amountMaxCents } = instrumentLimits(instrument);
  if (!isAtLeast(order.amountCents, amountMinCents)) {
    return refusalOf('amount-too-small', { minimum: toEuros(cents(amountMinCents)) });
  }
  if (!isAtMost(order.amountCents, amountMaxCents)) {
    return refusalOf('amount-too-large', { maximum: toEuros(cents(amountMaxCents)) });
  }
  const { quote } = getMarket(state, order.symbol);
  if (quote === undefined) return refusalOf('price-unavailable', { symbol: order.symbol });
  const fault = findTriggerPriceFault(order, quote);
  if (fault !== undefined) {
    const limit = toRate(fault.limit, instrument.decimals);
    return refusalOf('order-price-invalid', { side: fault.side, limit });
  }
  const { isProtected: isGuaranteed } = account.terms;
  const { decimals } = instrument;
  return (
    findOrderLevelsRefusal(order, { quote, decimals, isGuaranteed }) ??
    findOrderTrailRefusal({ order, account, instrument }) ??
    findExpiryRefusal(order, atMs)
  );
}

/**
 * Checks a trailing stop as if the order filled at its trigger price. An order can't have both a
 * trailing stop and a stop loss.
 */
function findOrderTrailRefusal({ order, account, instrument }: Judged): Refusal | undefined {
  const { direction, trailDistance: distance, points: price, stopPoints, stopDistance } = order;
  const hasStop = stopPoints !== null || stopDistance !== null;
  if (distance !== null && hasStop) return refusalOf('trail-unavailable');
  const { isProtected } = account.terms;
  return findTrailRefusal({ direction, distance, price, isProtected }, instrument.decimals);
}

function findPairRefusal({ orders }: Account, { ocoId }: EntryOrder): Refusal | undefined {
  if (ocoId === null) return undefined;
  const other = orders.get(ocoId);
  return other === undefined || other.ocoId !== null
    ? refusalOf('not-found', { order: ocoId })
    : undefined;
}

function findRoomRefusal({ orderDeadlines }: EngineState, { orders }: Account) {
  const isFull = orders.size >= ORDERS_PER_ACCOUNT_MAX || orderDeadlines.size >= ORDERS_MAX;
  return isFull ? refusalOf('too-many-orders', { maximum: ORDERS_PER_ACCOUNT_MAX }) : undefined;
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
