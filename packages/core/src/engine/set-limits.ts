import { assert } from '#assertion/assertion.ts';
import { findLimitsFault, instrumentLimits } from '#instrument/instrument.ts';
import type { SetLimits } from './command.ts';
import { decided, type Decision } from './decision.ts';
import { getBook } from './market-view.ts';
import type { EngineState } from './state.ts';

/**
 * Sets what may be opened on a listed symbol. Open positions keep amount, leverage and levels.
 * Asserts that the limits make sense: whoever sets them has judged them.
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
  assert(findLimitsFault(limits) === undefined, () => `the limits of ${symbol} make sense`);
  return decided({ kind: 'limits-set', symbol, limits });
}
