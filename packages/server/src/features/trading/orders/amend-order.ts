import type { AmendOrderMessage, OrderReply } from '@halyard/contract/orders';
import type { OrderTerms } from '@halyard/core/engine';
import type { EntryOrder } from '@halyard/core/order';
import type { Instrument } from '@halyard/core/instrument';
import { refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRejection } from '../engine-rejection-to-wire.ts';
import type { Given } from '../trading-command.ts';
import { findOrder, showOrder } from './find-order.ts';
import type { OrderDeps } from './find-order.ts';
import { toWireOrder } from './order-to-wire.ts';
import { readOrderTerms } from './read-order-terms.ts';

type Amendment = z.infer<typeof AmendOrderMessage>;
/** Absent terms stay as they are; an empty level is removed. */
export type OrderChanges = Pick<Amendment, 'id'> & {
  readonly [Name in keyof Amendment]?: Amendment[Name] | undefined;
};

/** Changes a pending order. Empty fields remove their value. */
export async function amendOrder(
  deps: OrderDeps,
  given: Given<Amendment>,
): Promise<Answer<OrderReply>> {
  const { message } = given;
  return await amend(deps, given, { toMessage: () => message, pick: (terms) => terms });
}

/**
 * Changes the terms of a pending order that are sent. The engine keeps the others, so that
 * simultaneous changes of different terms don't undo each other.
 */
export async function changeOrder(
  deps: OrderDeps,
  given: Given<OrderChanges>,
): Promise<Answer<OrderReply>> {
  const { message } = given;
  return await amend(deps, given, {
    toMessage: (order, instrument) => complete(message, toWireOrder(order, instrument)),
    pick: (terms) => pickSent(message, terms),
  });
}

async function amend(
  deps: OrderDeps,
  { accountId, requestId, message: { id: orderId } }: Given<Pick<Amendment, 'id'>>,
  {
    toMessage,
    pick,
  }: {
    readonly toMessage: (order: EntryOrder, instrument: Instrument) => Amendment;
    readonly pick: (terms: OrderTerms) => Partial<OrderTerms>;
  },
): Promise<Answer<OrderReply>> {
  const found = await findOrder(deps, { accountId, orderId });
  const instrument = deps.instruments.get(found?.order.symbol ?? '');
  if (found === undefined || instrument === undefined) return refused({ code: 'not-found' });
  const nowMs = deps.clock.nowMs();
  const { closesAtMs } = deps.engine.market(instrument.symbol);
  const message = toMessage(found.order, instrument);
  const read = readOrderTerms(message, instrument, { nowMs, closesAtMs });
  if (read.kind === 'invalid') return read.answer;
  const outcome = await deps.engine.submit(requestId, {
    ...pick(read.terms),
    kind: 'amend-order',
    accountId,
    atMs: nowMs,
    orderId,
  });
  if (outcome.kind === 'refused')
    return refused(toWireRejection(outcome.rejection, 'new-position'));
  return await showOrder(deps, { accountId, orderId });
}

type Current = ReturnType<typeof toWireOrder>;

/** Adds the terms without which an amendment can't be read. */
function complete(changes: OrderChanges, order: Current): Amendment {
  const { amount = order.amount, price = order.price, expiry = order.expiry } = changes;
  const { expires_at = expiry === 'gtd' ? order.expires_at : null } = changes;
  return { ...changes, amount, price, expiry, expires_at };
}

function pickSent(changes: OrderChanges, terms: OrderTerms): Partial<OrderTerms> {
  const { amountCents, points, expiry, expiresAtMs, trailDistance } = terms;
  const { stopPoints, stopDistance, targetPoints, targetDistance } = terms;
  const isSent = (name: keyof OrderChanges): boolean => changes[name] !== undefined;
  // The two fields of the expiry are one term.
  const isExpirySent = isSent('expiry') || isSent('expires_at');
  return {
    ...(isSent('amount') ? { amountCents } : {}),
    ...(isSent('price') ? { points } : {}),
    ...(isSent('stop_lost') ? { stopPoints } : {}),
    ...(isSent('stop_distance') ? { stopDistance } : {}),
    ...(isSent('take_profit') ? { targetPoints } : {}),
    ...(isSent('profit_distance') ? { targetDistance } : {}),
    ...(trailDistance === undefined ? {} : { trailDistance }),
    ...(isExpirySent ? { expiry, expiresAtMs } : {}),
  };
}
