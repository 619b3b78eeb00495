import type { CancelOrderMessage, OrderReply } from '@halyard/contract/orders';
import { refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRejection } from '../engine-rejection-to-wire.ts';
import type { Given } from '../trading-command.ts';
import { showOrder } from './find-order.ts';
import type { OrderDeps } from './find-order.ts';

/** Cancels a pending order. */
export async function cancelOrder(
  deps: OrderDeps,
  given: Given<z.infer<typeof CancelOrderMessage>>,
): Promise<Answer<OrderReply>> {
  const { accountId } = given;
  const { id: orderId } = given.message;
  const outcome = await deps.engine.submit(given.requestId, {
    kind: 'cancel-order',
    accountId,
    atMs: deps.clock.nowMs(),
    orderId,
  });
  if (outcome.kind === 'refused')
    return refused(toWireRejection(outcome.rejection, 'new-position'));
  return await showOrder(deps, { accountId, orderId });
}
