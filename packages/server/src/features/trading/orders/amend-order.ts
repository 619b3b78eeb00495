import type { AmendOrderMessage, OrderReply } from '@halyard/contract/orders';
import { refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRejection } from '../engine-rejection-to-wire.ts';
import type { Given } from '../trading-command.ts';
import { findOrder, showOrder } from './find-order.ts';
import type { OrderDeps } from './find-order.ts';
import { readOrderTerms } from './read-order-terms.ts';

/** Changes a pending order. Empty fields remove their value. */
export async function amendOrder(
  deps: OrderDeps,
  given: Given<z.infer<typeof AmendOrderMessage>>,
): Promise<Answer<OrderReply>> {
  const { message, accountId } = given;
  const { id: orderId } = message;
  const found = await findOrder(deps, { accountId, orderId });
  const instrument = deps.instruments.get(found?.order.symbol ?? '');
  if (instrument === undefined) return refused({ code: 'not-found' });
  const nowMs = deps.clock.nowMs();
  const { closesAtMs } = deps.engine.market(instrument.symbol);
  const read = readOrderTerms(message, instrument, { nowMs, closesAtMs });
  if (read.kind === 'invalid') return read.answer;
  const outcome = await deps.engine.submit(given.requestId, {
    ...read.terms,
    kind: 'amend-order',
    accountId,
    atMs: nowMs,
    orderId,
  });
  if (outcome.kind === 'refused')
    return refused(toWireRejection(outcome.rejection, 'new-position'));
  return await showOrder(deps, { accountId, orderId });
}
