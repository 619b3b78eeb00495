import type { PositionAnswer } from '@halyard/contract/live';
import type { ClosePositionMessage } from '@halyard/contract/trading';
import { assertPresent } from '@halyard/core/assertion';
import type { DurableEvent } from '@halyard/core/engine';
import { parseAmount } from '@halyard/core/money';
import type { ClosedPosition } from '@halyard/core/position';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRefusal } from './engine-refusal-to-wire.ts';
import { getInstrument } from './instruments.ts';
import { toWireClosedPosition } from './position-to-wire.ts';
import { invalidField } from './trading-command.ts';
import type { CommandDeps, Given } from './trading-command.ts';

type Message = z.infer<typeof ClosePositionMessage>;

/** Closes a position or a part of it; gives what was closed. The sent price is no condition. */
export async function closePosition(
  deps: CommandDeps,
  given: Given<Message>,
): Promise<Answer<PositionAnswer>> {
  const { message } = given;
  const isWhole = message.amount === undefined || message.amount === null;
  const amountCents = isWhole ? null : parseAmount(message.amount);
  if (amountCents === undefined) return invalidField('amount', 'must be an amount such as 250.00');

  const outcome = await deps.engine.submit(given.requestId, {
    kind: 'close-position',
    accountId: given.accountId,
    atMs: deps.clock.nowMs(),
    positionId: message.id,
    amountCents,
  });
  if (outcome.kind === 'refused') return refused(toWireRefusal(outcome.refusal, 'position'));
  const [closed] = listClosed(outcome.events);
  const position = assertPresent(closed, 'a closing gives a closed position');
  const instrument = getInstrument(deps.instruments, position.symbol);
  return ok({ position: toWireClosedPosition(position, instrument) });
}

/** What the events closed, parts too, in their order. */
export function listClosed(events: readonly DurableEvent[]): readonly ClosedPosition[] {
  return events.flatMap((event) => {
    if (event.kind === 'position-closed') return [event.position];
    return event.kind === 'position-reduced' ? [event.closed] : [];
  });
}
