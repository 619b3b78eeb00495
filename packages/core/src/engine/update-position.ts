import { assertPresent } from '#assertion/assertion.ts';
import { type Position } from '#position/position.ts';
import type { UpdatePosition } from './command.ts';
import { decided, refusalOf, refused, type Decision } from './decision.ts';
import { findLevelRefusal } from './levels.ts';
import { findLiveQuote, findQuote, getMarket } from './market-view.ts';
import { isClosingSoon } from './protection.ts';
import type { EngineState } from './state.ts';

/**
 * Sets or removes (null) stop and target of an open position, judged against the last quote while
 * its symbol is not live. Rejects in this order: not-found, price-unavailable (no quote yet, or a
 * guaranteed position whose levels are fixed), stop-invalid, target-invalid.
 */
export function decideUpdatePosition(state: EngineState, command: UpdatePosition): Decision {
  const position = state.accounts.get(command.accountId)?.positions.get(command.positionId);
  if (position === undefined) {
    return refused(refusalOf('not-found', { position: command.positionId }));
  }

  const { symbol, direction } = position;
  const quote = findQuote({ state, incoming: undefined }, symbol);
  if (quote === undefined || isFixed(state, position, command)) {
    return refused(refusalOf('price-unavailable', { symbol }));
  }

  const { stopPoints, targetPoints } = command;
  const { decimals } = assertPresent(state.instruments.get(symbol), () => `${symbol} is listed`);
  const isGuaranteed = position.isProtected && stopPoints !== position.stopPoints;
  const levels = { direction, stopPoints, targetPoints, isGuaranteed };
  const refusal = findLevelRefusal(levels, quote, decimals);
  if (refusal !== undefined) return refused(refusal);

  const isSame = stopPoints === position.stopPoints && targetPoints === position.targetPoints;
  if (isSame) return decided();

  const { accountId, positionId } = command;
  return decided({ kind: 'levels-changed', accountId, positionId, stopPoints, targetPoints });
}

/** The broker guarantees the stop, so it can't be moved before or during a gap. */
function isFixed(state: EngineState, position: Position, command: UpdatePosition): boolean {
  if (!position.isProtected) return false;
  const { symbol } = position;
  if (findLiveQuote({ state, incoming: undefined }, symbol, command.atMs) === undefined) {
    return true;
  }
  const isStopMoved = command.stopPoints !== position.stopPoints;
  return isStopMoved && isClosingSoon(getMarket(state, symbol), command.atMs);
}
