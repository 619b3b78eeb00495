import type { SetSymbolState } from '../command.ts';
import { decided, type Decision } from '../decision.ts';
import { getMarket } from '../market-view.ts';
import type { EngineState } from '../state.ts';

/**
 * Sets whether a listed symbol trades. It triggers nothing: levels are checked at the next live
 * tick.
 */
export function decideSetSymbolState(state: EngineState, command: SetSymbolState): Decision {
  const market = getMarket(state, command.symbol);
  const closesAtMs = command.closesAtMs ?? null;
  if (market.state === command.state && market.closesAtMs === closesAtMs) return decided();
  const { symbol } = command;
  return decided({ kind: 'symbol-state-set', symbol, state: command.state, closesAtMs });
}
