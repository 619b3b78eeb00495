import { assertPresent } from '#assertion/assertion.ts';
import { closingPrice, type Quote } from '#instrument/instrument.ts';
import { startTrail, type Position, type Trail } from '#position/position.ts';
import type { UpdatePosition } from './command.ts';
import { decided, rejectionOf, refused, type Decision } from './decision.ts';
import { findLevelRejection } from './levels.ts';
import { findLiveQuote, findQuote, getMarket } from './market-view.ts';
import { isClosingSoon } from './protection.ts';
import type { Rejection } from './rejection.ts';
import type { EngineState } from './state.ts';
import { findTrailRejection } from './trails/trails.ts';

/**
 * Sets, keeps or removes stop, target and trailing stop of an open position, judged against the
 * last quote while its symbol is not live. A trailing stop with another distance starts at that
 * quote; one with the same distance continues. Rejects in this order: not-found, price-unavailable
 * (no quote yet, or a guaranteed position whose levels are fixed), stop-invalid, target-invalid,
 * trail-unavailable, trail-invalid.
 */
export function decideUpdatePosition(state: EngineState, command: UpdatePosition): Decision {
  const position = state.accounts.get(command.accountId)?.positions.get(command.positionId);
  if (position === undefined) {
    return refused(rejectionOf('not-found', { position: command.positionId }));
  }

  const { symbol } = position;
  const quote = findQuote({ state, incoming: undefined }, symbol);
  if (quote === undefined || isFixed(state, position, command)) {
    return refused(rejectionOf('price-unavailable', { symbol }));
  }

  const { decimals } = assertPresent(state.instruments.get(symbol), () => `${symbol} is listed`);
  const rejection = findRejection({ position, command, quote }, decimals);
  if (rejection !== undefined) return refused(rejection);

  const { stopPoints = position.stopPoints, targetPoints = position.targetPoints } = command;
  const trail = trailAfter(position, command, quote);
  const isSame = stopPoints === position.stopPoints && targetPoints === position.targetPoints;
  if (isSame && trail === position.trail) return decided();

  const { accountId, positionId } = command;
  const levels = { stopPoints, targetPoints };
  const hasTrail = trail !== undefined || position.trail !== undefined;
  const trailing = hasTrail ? { trail: trail ?? null } : {};
  return decided({ kind: 'levels-changed', accountId, positionId, ...levels, ...trailing });
}

/**
 * Checks only the levels that the command changes: unchanged levels were checked when they were
 * set.
 */
function findRejection(
  wanted: {
    readonly position: Position;
    readonly command: UpdatePosition;
    readonly quote: Quote;
  },
  decimals: number,
): Rejection | undefined {
  const { position, command, quote } = wanted;
  const { direction, hasGuaranteedStop, trail } = position;
  const { stopPoints = null, targetPoints = null, trailDistance } = command;
  const isGuaranteed = hasGuaranteedStop && stopPoints !== position.stopPoints;
  const levels = { direction, stopPoints, targetPoints, isGuaranteed };
  const price = closingPrice(direction, quote);
  const distance = trailDistance === trail?.distance ? null : trailDistance;
  return (
    findLevelRejection(levels, quote, decimals) ??
    findTrailRejection({ direction, distance, price, hasGuaranteedStop }, decimals)
  );
}

function trailAfter(
  { direction, trail }: Position,
  { trailDistance }: UpdatePosition,
  quote: Quote,
): Trail | undefined {
  if (trailDistance === undefined || trailDistance === trail?.distance) return trail;
  return trailDistance === null ? undefined : startTrail(direction, trailDistance, quote);
}

/** The broker guarantees the stop, so it can't be moved before or during a gap. */
function isFixed(state: EngineState, position: Position, command: UpdatePosition): boolean {
  if (!position.hasGuaranteedStop) return false;
  const { symbol } = position;
  if (findLiveQuote({ state, incoming: undefined }, symbol, command.atMs) === undefined) {
    return true;
  }
  const { stopPoints = position.stopPoints } = command;
  const isStopMoved = stopPoints !== position.stopPoints;
  return isStopMoved && isClosingSoon(getMarket(state, symbol), command.atMs);
}
