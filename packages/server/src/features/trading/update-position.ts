import type { LevelsAnswer } from '@halyard/contract/live';
import type { UpdatePositionMessage } from '@halyard/contract/trading';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRefusal } from './engine-refusal-to-wire.ts';
import { getInstrument } from './instruments.ts';
import { findPositionSymbol } from './position-store.ts';
import { toWireLevel } from './position-to-wire.ts';
import { isSent, readLevel } from './read-level.ts';
import { invalidField } from './trading-command.ts';
import type { CommandDeps, Given } from './trading-command.ts';

type Message = z.infer<typeof UpdatePositionMessage>;

export type UpdateDeps = CommandDeps & { readonly db: Database };

/** Sets both levels of an open position; an empty one is taken away. */
export async function updatePosition(
  deps: UpdateDeps,
  given: Given<Message>,
): Promise<Answer<LevelsAnswer>> {
  const { message, accountId } = given;
  // Accepted once the engine follows prices.
  if (isSent(message.trailing_distance)) return refused({ code: 'trail-unavailable' });
  const symbol = await findSymbol(deps, given);
  if (symbol === undefined) return refused({ code: 'not-found' });
  const instrument = getInstrument(deps.instruments, symbol);
  const stop = readLevel(message.stop_lost, instrument.decimals);
  if (stop.kind === 'invalid') return invalidField('stop_lost', stop.text);
  const target = readLevel(message.take_profit, instrument.decimals);
  if (target.kind === 'invalid') return invalidField('take_profit', target.text);

  const outcome = await deps.engine.submit(given.requestId, {
    kind: 'update-position',
    accountId,
    atMs: deps.clock.nowMs(),
    positionId: message.id,
    stopPoints: stop.points,
    targetPoints: target.points,
  });
  if (outcome.kind === 'refused') return refused(toWireRefusal(outcome.refusal, 'position'));
  return ok({
    id: message.id,
    stop_lost: toWireLevel(stop.points, instrument),
    take_profit: toWireLevel(target.points, instrument),
    trailing_stop: null,
    trailing_distance: null,
  });
}

/** A closed position's too: a repeated request is answered as at first, whatever came after it. */
async function findSymbol(
  deps: UpdateDeps,
  { accountId, message }: Given<Message>,
): Promise<string | undefined> {
  const account = await deps.engine.account(accountId);
  const open = account?.positions.get(message.id);
  return open?.symbol ?? (await findPositionSymbol(deps.db.kysely, { id: message.id, accountId }));
}
