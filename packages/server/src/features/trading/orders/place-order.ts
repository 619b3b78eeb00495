import type { OrderReply, PlaceOrderMessage } from '@halyard/contract/orders';
import { assertPresent } from '@halyard/core/assertion';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRejection } from '../engine-rejection-to-wire.ts';
import { explainCloseOnly } from '../find-opening-rejection.ts';
import type { OpeningDeps } from '../find-opening-rejection.ts';
import type { CommandDeps, Given } from '../trading-command.ts';
import { toWireOrder } from './order-to-wire.ts';
import { readOrderTerms } from './read-order-terms.ts';

type Message = z.infer<typeof PlaceOrderMessage>;

export type PlaceDeps = CommandDeps & Omit<OpeningDeps, 'tradingPause'>;

/** Places an entry order, also while its market is closed or trading is paused. */
export async function placeOrder(
  deps: PlaceDeps,
  given: Given<Message>,
): Promise<Answer<OrderReply>> {
  const { message, accountId } = given;
  const instrument = deps.instruments.get(message.symbol);
  if (instrument === undefined) return refused({ code: 'not-found' });
  const nowMs = deps.clock.nowMs();
  const { closesAtMs } = deps.engine.market(instrument.symbol);
  const read = readOrderTerms(message, instrument, { nowMs, closesAtMs });
  if (read.kind === 'invalid') return read.answer;
  const unasked = await deps.appropriateness.findOpeningRejection(accountId);
  if (unasked !== undefined) return refused(unasked);
  const outcome = await deps.engine.submit(given.requestId, {
    ...read.terms,
    kind: 'place-order',
    accountId,
    atMs: nowMs,
    symbol: instrument.symbol,
    direction: message.direction,
    orderKind: message.kind,
    leverage: Number(message.leverage),
    ocoId: message.oco ?? null,
  });
  if (outcome.kind === 'refused') {
    return refused(
      outcome.rejection.code === 'close-only'
        ? await explainCloseOnly(deps, accountId)
        : toWireRejection(outcome.rejection, 'new-position'),
    );
  }
  const placed = outcome.events.find((event) => event.kind === 'order-placed');
  const { order } = assertPresent(placed, 'a placing gives an order');
  return ok({ order: toWireOrder(order, instrument) });
}
