import type { CloseAllAnswer } from '@halyard/contract/live';
import type { CloseAllMessage } from '@halyard/contract/trading';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { listClosed } from './close-position.ts';
import { toWireRejection } from './engine-rejection-to-wire.ts';
import { getInstrument } from './instruments.ts';
import { toWireClosedPosition } from './position-to-wire.ts';
import type { CommandDeps, Given } from './trading-command.ts';

type Message = z.infer<typeof CloseAllMessage>;

/** Closes all or the losing positions in one command; returns those that closed. */
export async function closePositions(
  deps: CommandDeps,
  given: Given<Message>,
): Promise<Answer<CloseAllAnswer>> {
  const outcome = await deps.engine.submit(given.requestId, {
    kind: 'close-positions',
    accountId: given.accountId,
    atMs: deps.clock.nowMs(),
    which: given.message.which,
  });
  if (outcome.kind === 'refused') return refused(toWireRejection(outcome.rejection, 'position'));
  const positions = listClosed(outcome.events).map((position) =>
    toWireClosedPosition(position, getInstrument(deps.instruments, position.symbol)),
  );
  return ok({ positions });
}
