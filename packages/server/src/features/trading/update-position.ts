import type { LevelsAnswer } from '@halyard/contract/live';
import type { UpdatePositionMessage } from '@halyard/contract/trading';
import type { UpdatePosition } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { toWireRejection } from './engine-rejection-to-wire.ts';
import { getInstrument } from './instruments.ts';
import { findPositionSymbol } from './position-store.ts';
import { toWireLevel, toWireTrail } from './position-to-wire.ts';
import { readLevel, readTrail } from './read-level.ts';
import { invalidField } from './trading-command.ts';
import type { CommandDeps, Given } from './trading-command.ts';

type Message = z.infer<typeof UpdatePositionMessage>;
export type LevelChanges = Pick<Message, 'id' | 'stop_lost' | 'take_profit' | 'trailing_distance'>;
type TrailMessage = Pick<Message, 'id' | 'trailing_distance'>;

export type UpdateDeps = CommandDeps & { readonly db: Database };

/** Sets the levels of an open position; an empty one is removed, and an absent trailing stop stays. */
export async function updatePosition(
  deps: UpdateDeps,
  given: Given<Message>,
): Promise<Answer<LevelsAnswer>> {
  const { stop_lost = null, take_profit = null, ...message } = given.message;
  return await changeLevels(deps, { ...given, message: { ...message, stop_lost, take_profit } });
}

/**
 * Sets the levels of an open position that are sent; an empty one is removed. The engine keeps the
 * others, so that simultaneous changes of different levels don't undo each other.
 */
export async function changeLevels(
  deps: UpdateDeps,
  given: Given<LevelChanges>,
): Promise<Answer<LevelsAnswer>> {
  const { message } = given;
  const instrument = await findInstrument(deps, given);
  if (instrument === undefined) return refused({ code: 'not-found' });
  const stop = readLevel(message.stop_lost, instrument.decimals);
  if (stop.kind === 'invalid') return invalidField('stop_lost', stop.text);
  const target = readLevel(message.take_profit, instrument.decimals);
  if (target.kind === 'invalid') return invalidField('take_profit', target.text);
  const trail = readTrail(message.trailing_distance, instrument.decimals);
  if (trail.kind === 'invalid') return invalidField('trailing_distance', trail.text);
  const levels = {
    ...(message.stop_lost === undefined ? {} : { stopPoints: stop.points }),
    ...(message.take_profit === undefined ? {} : { targetPoints: target.points }),
    ...trail.sent,
  };
  return await submitLevels(deps, given, { instrument, levels });
}

/** Sets, changes or removes the trailing stop of an open position; its other levels stay. */
export async function setTrailingStop(
  deps: UpdateDeps,
  given: Given<TrailMessage>,
): Promise<Answer<LevelsAnswer>> {
  const instrument = await findInstrument(deps, given);
  if (instrument === undefined) return refused({ code: 'not-found' });
  const trail = readTrail(given.message.trailing_distance ?? null, instrument.decimals);
  if (trail.kind === 'invalid') return invalidField('trailing_distance', trail.text);
  return await submitLevels(deps, given, { instrument, levels: trail.sent });
}

async function submitLevels(
  deps: UpdateDeps,
  { accountId, requestId, message: { id } }: Given<{ readonly id: number }>,
  {
    instrument,
    levels,
  }: {
    readonly instrument: Instrument;
    readonly levels: Pick<UpdatePosition, 'stopPoints' | 'targetPoints' | 'trailDistance'>;
  },
): Promise<Answer<LevelsAnswer>> {
  const outcome = await deps.engine.submit(requestId, {
    kind: 'update-position',
    accountId,
    atMs: deps.clock.nowMs(),
    positionId: id,
    ...levels,
  });
  if (outcome.kind === 'refused') return refused(toWireRejection(outcome.rejection, 'position'));
  const position = (await deps.engine.account(accountId))?.positions.get(id);
  const { stopPoints = position?.stopPoints ?? null } = levels;
  const { targetPoints = position?.targetPoints ?? null } = levels;
  return ok({
    id,
    stop_lost: toWireLevel(stopPoints, instrument),
    take_profit: toWireLevel(targetPoints, instrument),
    trailing_stop: null,
    trailing_distance: null,
    ...toWireTrail(position, instrument),
  });
}

/**
 * Returns the instrument of an open or closed position: a repeated request gets its first answer,
 * whatever happened since.
 */
async function findInstrument(
  deps: UpdateDeps,
  { accountId, message: { id } }: Given<{ readonly id: number }>,
): Promise<Instrument | undefined> {
  const account = await deps.engine.account(accountId);
  const open = account?.positions.get(id);
  const symbol = open?.symbol ?? (await findPositionSymbol(deps.db.kysely, { id, accountId }));
  return symbol === undefined ? undefined : getInstrument(deps.instruments, symbol);
}
