import type { PositionAnswer } from '@halyard/contract/live';
import type { ClosePositionMessage } from '@halyard/contract/trading';
import { assertPresent } from '@halyard/core/assertion';
import type { ClosePosition, DurableEvent } from '@halyard/core/engine';
import { parseRequestedRate } from '@halyard/core/instrument';
import { parseAmount } from '@halyard/core/money';
import type { ClosedPosition } from '@halyard/core/position';
import { SECOND_MS } from '@halyard/core/time';
import { isAnswered } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, Rate, RateLimiter } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRejection } from './engine-rejection-to-wire.ts';
import { getInstrument } from './instruments.ts';
import { toWireClosedPosition } from './position-to-wire.ts';
import { invalidField } from './trading-command.ts';
import type { CommandDeps, Given } from './trading-command.ts';

type Message = z.infer<typeof ClosePositionMessage>;

/**
 * The rate of partial closes per customer. Each part's profit is rounded to the cent, so thousands
 * of parts chosen for their rounding would each gain half a cent. A rejected close is no part.
 */
export const PARTS_RATE: Rate = { perSecond: 1, burst: 60 };

export type CloseDeps = CommandDeps & {
  readonly parts: RateLimiter;
  readonly db: Pick<Database, 'kysely'>;
};

/**
 * Closes a position or a part of it; returns what was closed. The requested price is stored and is
 * not a condition.
 */
export async function closePosition(
  deps: CloseDeps,
  given: Given<Message>,
): Promise<Answer<PositionAnswer>> {
  const { message } = given;
  const isWhole = message.amount === undefined || message.amount === null;
  const amountCents = isWhole ? null : parseAmount(message.amount);
  if (amountCents === undefined) return invalidField('amount', 'must be an amount such as 250.00');
  const waitMs = isWhole ? 0 : deps.parts.take(String(given.accountId));
  // A repeated request gets its earlier answer, so that a retry does not count as another part.
  if (waitMs > 0 && !(await isAnswered(deps.db.kysely, given))) {
    const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
    return refused({ code: 'too-many', facts: { retryAfterSeconds } });
  }

  const seen = await readRequestedPrice(deps, given);
  const outcome = await deps.engine.submit(given.requestId, {
    kind: 'close-position',
    accountId: given.accountId,
    // The time is read after waiting: when the engine receives the command.
    atMs: deps.clock.nowMs(),
    positionId: message.id,
    amountCents,
    ...seen,
  });
  if (outcome.kind === 'refused') {
    if (!isWhole && waitMs === 0) deps.parts.giveBack(String(given.accountId));
    return refused(toWireRejection(outcome.rejection, 'position'));
  }
  const [closed] = listClosed(outcome.events);
  const position = assertPresent(closed, 'a closing gives a closed position');
  const instrument = getInstrument(deps.instruments, position.symbol);
  return ok({ position: toWireClosedPosition(position, instrument) });
}

/**
 * Reads the requested price. An invalid one, or one for an unknown position, is ignored, because it
 * must not prevent a close.
 */
async function readRequestedPrice(
  deps: CommandDeps,
  { accountId, message }: Given<Message>,
): Promise<Pick<ClosePosition, 'requestedPoints'>> {
  if (message.price === undefined) return {};
  const account = await deps.engine.account(accountId);
  const symbol = account?.positions.get(message.id)?.symbol;
  if (symbol === undefined) return {};
  const { decimals } = getInstrument(deps.instruments, symbol);
  const requestedPoints = parseRequestedRate(message.price, decimals);
  return requestedPoints === undefined ? {} : { requestedPoints };
}

/** Returns the positions and parts that the events closed, in order. */
export function listClosed(events: readonly DurableEvent[]): readonly ClosedPosition[] {
  return events.flatMap((event) => {
    if (event.kind === 'position-closed') return [event.position];
    return event.kind === 'position-reduced' ? [event.closed] : [];
  });
}
