// Keeps a state without quotes equal to what another process stores, so that this one can take over
// without loading everything. Trail marks are not followed: `followTrails` adds them at the take-over.
import { assertPresent } from '#assertion/assertion.ts';
import type { Cents } from '#money/money.ts';
import { ZERO_CENTS } from '#money/money.ts';
import type { EntryOrder, OrderId } from '#order/order.ts';
import type { AccountId, Position, PositionId } from '#position/position.ts';
import type { TrailMark } from '#trigger/trigger.ts';
import { getBook } from './market-view.ts';
import {
  putOrder,
  putPosition,
  restoreAccount,
  restoreOrder,
  restorePosition,
  restoreTrailMarks,
} from './rebuild.ts';
import type { StoredAccount } from './rebuild.ts';
import type { Account, EngineState } from './state.ts';

/** Adds a stored account, or updates it; its positions and orders stay. */
export function followAccount(state: EngineState, stored: StoredAccount): void {
  const known = state.accounts.get(stored.id);
  if (known === undefined) {
    restoreAccount(state, stored);
    return;
  }
  const { terms, cashCents, creditCents, debtCents = ZERO_CENTS } = stored;
  const { warnedPercent = null, financedDay = null } = stored;
  Object.assign(known, { terms, cashCents, creditCents, debtCents, warnedPercent, financedDay });
  replaceHolds(known, stored.holds ?? []);
  state.marginBands.touch(known.id);
}

/** Adds a stored open position, or updates it. Its account is there. */
export function followPosition(state: EngineState, position: Position): void {
  const account = getAccount(state, position.accountId);
  if (!account.positions.has(position.id)) {
    restorePosition(state, position);
    return;
  }
  putPosition(state, account, position);
  state.marginBands.touch(account.id);
}

/** Removes a position that is stored as closed, if the state has it. */
export function followClosed(state: EngineState, accountId: AccountId, id: PositionId): void {
  const account = state.accounts.get(accountId);
  const position = account?.positions.get(id);
  if (account === undefined || position === undefined) return;
  account.positions.delete(id);
  getBook(state, position.symbol).levels.remove(position);
  state.marginBands.touch(accountId);
}

/** Adds a stored pending order, or updates it. Its account is there. */
export function followOrder(state: EngineState, order: EntryOrder): void {
  const account = getAccount(state, order.accountId);
  if (account.orders.has(order.id)) putOrder(state, account, order);
  else restoreOrder(state, order);
}

/** Removes an order that is stored as ended, if the state has it. */
export function followEnded(state: EngineState, accountId: AccountId, id: OrderId): void {
  const account = state.accounts.get(accountId);
  const order = account?.orders.get(id);
  if (account === undefined || order === undefined) return;
  account.orders.delete(id);
  state.books.get(order.symbol)?.orders.remove(order);
  state.orderDeadlines.remove(id);
}

/**
 * Adds the stored trail marks, once, and moves every trailing stop to the best price that they prove,
 * as a start does.
 */
export function followTrails(
  state: EngineState,
  marks: ReadonlyMap<string, readonly TrailMark[]>,
): void {
  for (const [symbol, ofSymbol] of marks) restoreTrailMarks(state, symbol, ofSymbol);
  for (const { positions } of state.accounts.values()) {
    for (const position of positions.values()) {
      if (position.trail === undefined) continue;
      const { levels } = getBook(state, position.symbol);
      levels.remove(position);
      levels.put(position);
    }
  }
}

function replaceHolds({ holds }: Account, stored: Iterable<readonly [string, Cents]>): void {
  holds.clear();
  for (const [reference, heldCents] of stored) holds.set(reference, heldCents);
}

function getAccount(state: EngineState, id: AccountId): Account {
  return assertPresent(state.accounts.get(id), () => `account ${id} is there`);
}
