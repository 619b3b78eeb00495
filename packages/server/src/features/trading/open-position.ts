import type { PositionAnswer } from '@halyard/contract/live';
import type { OpenPositionMessage } from '@halyard/contract/trading';
import { assertPresent } from '@halyard/core/assertion';
import { parseRequestedRate } from '@halyard/core/instrument';
import { parseAmount } from '@halyard/core/money';
import { isAnswered } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRejection } from './engine-rejection-to-wire.ts';
import { explainCloseOnly } from './find-opening-rejection.ts';
import type { OpeningDeps } from './find-opening-rejection.ts';
import { toWireOpenPosition } from './position-to-wire.ts';
import { readLevel, readTrail } from './read-level.ts';
import { invalidField } from './trading-command.ts';
import type { CommandDeps, Given } from './trading-command.ts';

type Message = z.infer<typeof OpenPositionMessage>;

export type OpenDeps = CommandDeps & OpeningDeps & { readonly db: Pick<Database, 'kysely'> };

/** Opens a position at the server's own order price; the requested price only limits slippage. */
export async function openPosition(
  deps: OpenDeps,
  given: Given<Message>,
): Promise<Answer<PositionAnswer>> {
  const { message } = given;
  const instrument = deps.instruments.get(message.symbol);
  if (instrument === undefined) return refused({ code: 'not-found' });
  const { decimals } = instrument;
  const amountCents = parseAmount(message.amount);
  if (amountCents === undefined) return invalidField('amount', 'must be an amount such as 250.00');
  const requestedPoints = parseRequestedRate(message.price, decimals);
  if (requestedPoints === undefined) return invalidField('price', 'must be a price above zero');
  const stop = readLevel(message.stop_lost, decimals);
  if (stop.kind === 'invalid') return invalidField('stop_lost', stop.text);
  const target = readLevel(message.take_profit, decimals);
  if (target.kind === 'invalid') return invalidField('take_profit', target.text);
  const trail = readTrail(message.trailing_distance, decimals);
  if (trail.kind === 'invalid') return invalidField('trailing_distance', trail.text);

  const paused = deps.tradingPause.findOpeningRejection();
  // A repeated request gets its earlier answer, so that a retry does not count as an opening.
  if (paused !== undefined && !(await isAnswered(deps.db.kysely, given))) return refused(paused);
  const unasked = await deps.appropriateness.findOpeningRejection(given.accountId);
  if (unasked !== undefined) return refused(unasked);
  const outcome = await deps.engine.submit(given.requestId, {
    kind: 'open-position',
    accountId: given.accountId,
    atMs: deps.clock.nowMs(),
    symbol: instrument.symbol,
    direction: message.direction,
    amountCents,
    leverage: Number(message.leverage),
    requestedPoints,
    stopPoints: stop.points,
    targetPoints: target.points,
    ...trail.sent,
  });
  if (outcome.kind === 'refused') {
    return refused(
      outcome.rejection.code === 'close-only'
        ? await explainCloseOnly(deps, given.accountId)
        : toWireRejection(outcome.rejection, 'new-position'),
    );
  }
  const opened = outcome.events.find((event) => event.kind === 'position-opened');
  const { position } = assertPresent(opened, 'an opening gives a position');
  const { quote } = deps.engine.market(instrument.symbol);
  const { rules } = deps;
  return ok({ position: toWireOpenPosition(position, instrument, { quote, rules }) });
}
