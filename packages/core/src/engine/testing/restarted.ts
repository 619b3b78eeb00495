import { apply } from '../apply.ts';
import { restoreAccount, restoreOrder, restorePosition } from '../rebuild.ts';
import type { EngineState } from '../state.ts';

/**
 * Returns the state after a restart: what is stored, then the last known quotes, then the symbol
 * states.
 */
export function restarted(
  state: EngineState,
  empty: EngineState,
  isKnown: (symbol: string) => boolean = () => true,
): EngineState {
  for (const account of state.accounts.values()) restoreAccount(empty, account);
  for (const account of state.accounts.values()) {
    for (const position of account.positions.values()) restorePosition(empty, position);
  }
  for (const account of state.accounts.values()) {
    for (const order of account.orders.values()) restoreOrder(empty, order);
  }
  for (const [symbol, { quote }] of state.markets) {
    if (quote !== undefined && isKnown(symbol)) apply(empty, { kind: 'tick-accepted', quote });
  }
  for (const [symbol, market] of state.markets) {
    apply(empty, {
      kind: 'symbol-state-set',
      symbol,
      state: market.state,
      closesAtMs: market.closesAtMs,
    });
  }
  return empty;
}
