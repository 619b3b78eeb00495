import { assert, assertPresent } from '#assertion/assertion.ts';
import { findLimitsProblem, instrumentLimits } from '#instrument/instrument.ts';
import type { SetLimits } from '../command.ts';
import { decided, type Decision } from '../decision.ts';
import { cancelForbidden } from '../orders/orders.ts';
import type { Event } from '../event.ts';
import { getBook } from '../market-view.ts';
import type { EngineState } from '../state.ts';

/**
 * Sets the limits for openings on a listed symbol. Open positions keep amount, leverage and levels;
 * entry orders whose leverage is no longer permitted are cancelled. Asserts valid limits: the
 * caller has validated them.
 */
export function decideSetLimits(state: EngineState, command: SetLimits): Decision {
  const { symbol, limits } = command;
  const { instrument } = getBook(state, symbol);
  const before = instrumentLimits(instrument);
  const isSame =
    before.leverageMax === limits.leverageMax &&
    before.amountMinCents === limits.amountMinCents &&
    before.amountMaxCents === limits.amountMaxCents;
  if (isSame) return decided();
  assert(findLimitsProblem(limits) === undefined, () => `the limits of ${symbol} make sense`);
  return decided({ kind: 'limits-set', symbol, limits }, ...cancelUnderLimits(state, command));
}

function cancelUnderLimits(state: EngineState, command: SetLimits): readonly Event[] {
  const { symbol, limits, atMs } = command;
  const { instrument, orders } = getBook(state, symbol);
  const instruments = new Map([[symbol, { ...instrument, ...limits }]]);
  const accountIds = new Set(orders.list().map(({ accountId }) => accountId));
  return [...accountIds].flatMap((accountId) => {
    const account = assertPresent(state.accounts.get(accountId), 'an order has an account');
    return cancelForbidden(state, { account, terms: account.terms, atMs, instruments });
  });
}
