import { assert } from '#assertion/assertion.ts';
import { orderPrice } from '#instrument/instrument.ts';
import type { Quote } from '#instrument/instrument.ts';
import { isReached, levelsAtFill } from '#order/order.ts';
import type { EntryOrder, OrderKey } from '#order/order.ts';
import { decided, type Decision } from '../decision.ts';
import { endOrder } from './end-order.ts';
import type { Event } from '../event.ts';
import { findLiveQuote, getBook, isLive } from '../market-view.ts';
import { decideOpenPosition } from '../open-position.ts';
import type { TriggerOrder } from '../order-commands.ts';
import type { Account, EngineState } from '../state.ts';

/**
 * Returns the orders that the last quote of a symbol triggers, by id. Call it after the quote's own
 * events are applied, so that closes free their margin first. Returns none while the symbol is not
 * live or trading is paused.
 */
export function listTriggered(state: EngineState, symbol: string, atMs: number) {
  const { orders, market, instrument, calm } = getBook(state, symbol);
  const { quote } = market;
  if (quote === undefined || calm.contains(quote) || state.isTradingPaused) return NONE;
  if (!isLive({ market, instrument }, quote, atMs)) return NONE;
  return orders.listReached(quote);
}

const NONE: readonly OrderKey[] = [];

/**
 * Fills an order at the quote that triggers it, under every rule of an opening except the slippage
 * tolerance, because the customer requested no price at that moment. An order that breaks a rule is
 * rejected and not retried. An order that has ended, has expired or is not reached stays unchanged.
 * Never rejects the command itself.
 */
export function decideTriggerOrder(state: EngineState, command: TriggerOrder): Decision {
  const { accountId, orderId, atMs } = command;
  const account = state.accounts.get(accountId);
  const order = account?.orders.get(orderId);
  if (account === undefined || order === undefined || order.expiresAtMs <= atMs) return decided();
  const quote = findLiveQuote({ state, incoming: undefined }, order.symbol, atMs);
  if (quote === undefined || state.isTradingPaused || !isReached(order, quote)) return decided();
  return decided(...fill(state, { account, order, quote, atMs }));
}

function fill(
  state: EngineState,
  triggered: {
    readonly account: Account;
    readonly order: EntryOrder;
    readonly quote: Quote;
    readonly atMs: number;
  },
): readonly Event[] {
  const { account, order, quote, atMs } = triggered;
  const { accountId, symbol, direction, amountCents, leverage } = order;
  const fillPoints = orderPrice(direction, quote);
  const opening = decideOpenPosition(state, {
    kind: 'open-position',
    accountId,
    atMs,
    symbol,
    direction,
    amountCents,
    leverage,
    ...levelsAtFill(order, fillPoints),
    trailDistance: order.trailDistance,
    requestedPoints: fillPoints,
  });
  if (opening.kind === 'refused') {
    const { code: reason } = opening.rejection;
    return endOrder(account, order, { outcome: 'rejected', atMs, reason, quote, positionId: null });
  }
  const [opened, ...charges] = opening.events;
  assert(opened?.kind === 'position-opened', 'an opening begins with its position');
  const { id: positionId } = opened.position;
  const end = { outcome: 'filled', atMs, reason: null, quote, positionId } as const;
  // An order's trigger price is the price that the customer requested; it is stored as evidence of
  // the execution.
  return [
    { ...opened, requestedPoints: order.points },
    ...charges,
    ...endOrder(account, order, end),
  ];
}
