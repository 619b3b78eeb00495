import { toEuros, cents, type Cents } from '#money/money.ts';
import { POSITION_AMOUNT_MIN_CENTS, type Position } from '#position/position.ts';
import { closePart, closeWhole, createDraft, settleBalance } from './account/account.ts';
import { isAtLeast, isAtMost } from './amount-bounds.ts';
import type { ClosePosition } from './command.ts';
import { decided, rejectionOf, refused, type Decision } from './decision.ts';
import { endWarning } from './margin/margin.ts';
import { findLiveQuote } from './market-view.ts';
import type { Rejection } from './rejection.ts';
import type { EngineState } from './state.ts';

/**
 * Closes a position, whole or in part, at the symbol's current price, for accounts of every status.
 * The strategy closes only positions that it opened. Rejects in this order: not-found, no-access
 * (the strategy), price-unavailable, amount-too-small, amount-too-large (more than the position, or
 * a remainder under € 1).
 */
export function decideClosePosition(state: EngineState, command: ClosePosition): Decision {
  const account = state.accounts.get(command.accountId);
  const position = account?.positions.get(command.positionId);
  if (account === undefined || position === undefined) {
    return refused(rejectionOf('not-found', { position: command.positionId }));
  }

  const isAutomatic = command.isAutomatic ?? false;
  if (isAutomatic && !position.isAutomatic) {
    return refused(rejectionOf('no-access', { position: position.id }));
  }

  const quote = findLiveQuote({ state, incoming: undefined }, position.symbol, command.atMs);
  if (quote === undefined) {
    return refused(rejectionOf('price-unavailable', { symbol: position.symbol }));
  }

  const amountCents = command.amountCents ?? position.amountCents;
  const rejection = findAmountRejection(position, amountCents);
  if (rejection !== undefined) return refused(rejection);

  const draft = createDraft(state, account, command.atMs);
  const reason = isAutomatic ? 'ai-trade' : 'manually';
  const { requestedPoints, isByBroker } = command;
  const close = { position, quote, reason, requestedPoints, isByBroker } as const;
  if (amountCents < position.amountCents) {
    return decided(closePart(draft, close, { amountCents, closedId: state.nextPositionId }));
  }
  return decided(closeWhole(draft, close), ...settleBalance(draft), ...endWarning(draft));
}

function findAmountRejection(position: Position, amountCents: Cents): Rejection | undefined {
  if (!isAtLeast(amountCents, POSITION_AMOUNT_MIN_CENTS)) {
    return rejectionOf('amount-too-small', { minimum: toEuros(POSITION_AMOUNT_MIN_CENTS) });
  }

  if (!isAtMost(amountCents, position.amountCents)) {
    return rejectionOf('amount-too-large', { maximum: toEuros(position.amountCents) });
  }
  const restCents = position.amountCents - amountCents;
  if (restCents > 0 && restCents < POSITION_AMOUNT_MIN_CENTS) {
    const maximum = toEuros(cents(position.amountCents - POSITION_AMOUNT_MIN_CENTS));
    return rejectionOf('amount-too-large', { maximum });
  }
  return undefined;
}
