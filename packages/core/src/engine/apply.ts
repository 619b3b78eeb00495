import { assert, assertNever, assertPresent } from '#assertion/assertion.ts';
import { movedCents, type Posting } from '#ledger/ledger.ts';
import { addCents, ZERO_CENTS } from '#money/money.ts';
import type { AccountId, Position, PositionId } from '#position/position.ts';
import type { Event, LevelsChanged, PositionClosed, PositionReduced } from './event.ts';
import { getMarket } from './market-view.ts';
import { getPositionsOf, putPosition, restoreAccount, restorePosition } from './rebuild.ts';
import type { Account, EngineState } from './state.ts';

/** Changes the state by an event, which has happened: it refuses nothing, and asserts that it fits. */
export function apply(state: EngineState, event: Event): void {
  switch (event.kind) {
    case 'tick-accepted':
      getMarket(state, event.quote.symbol).quote = event.quote;
      return;
    case 'position-opened':
      restorePosition(state, event.position);
      return;
    case 'position-closed':
      applyClosed(state, event);
      return;
    case 'position-reduced':
      applyReduced(state, event);
      return;
    case 'levels-changed':
      applyLevels(state, event);
      return;
    case 'funds-posted':
      book(getAccount(state, event.accountId), event.posting);
      return;
    case 'account-added':
      restoreAccount(state, {
        id: event.accountId,
        terms: event.terms,
        cashCents: ZERO_CENTS,
        creditCents: ZERO_CENTS,
      });
      return;
    case 'terms-changed':
      getAccount(state, event.accountId).terms = event.terms;
      return;
    case 'symbol-state-set':
      Object.assign(getMarket(state, event.symbol), {
        state: event.state,
        closesAtMs: event.closesAtMs,
      });
      return;
    default:
      assertNever(event);
  }
}

function applyClosed(state: EngineState, { position, posting }: PositionClosed): void {
  const account = getAccount(state, position.accountId);
  const isRemoved =
    account.positions.delete(position.id) &&
    getPositionsOf(state, position.symbol).delete(position.id);
  assert(isRemoved, `position ${position.id} is open`);
  book(account, posting);
}

function applyReduced(state: EngineState, event: PositionReduced): void {
  const { positionId, remainingCents, closed, posting } = event;
  const account = getAccount(state, closed.accountId);
  const position = getPosition(account, positionId);
  putPosition(state, account, { ...position, amountCents: remainingCents });
  state.nextPositionId = Math.max(state.nextPositionId, closed.id + 1);
  book(account, posting);
}

function applyLevels(state: EngineState, event: LevelsChanged): void {
  const { accountId, positionId, stopPoints, targetPoints } = event;
  const account = getAccount(state, accountId);
  const position = getPosition(account, positionId);
  putPosition(state, account, { ...position, stopPoints, targetPoints });
}

function book(account: Account, posting: Posting | null): void {
  if (posting === null) return;
  const { id, cashCents, creditCents } = account;
  account.cashCents = addCents(cashCents, movedCents(posting, 'customer:cash', id));
  account.creditCents = addCents(creditCents, movedCents(posting, 'customer:credit', id));
}

function getAccount(state: EngineState, id: AccountId): Account {
  return assertPresent(state.accounts.get(id), `account ${id} is there`);
}

function getPosition(account: Account, id: PositionId): Position {
  return assertPresent(account.positions.get(id), `position ${id} is open`);
}
