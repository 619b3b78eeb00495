import { apply } from '../apply.ts';
import type { TrailMark } from '#trigger/trigger.ts';
import type { Event } from '../event.ts';
import { restoreAccount, restoreOrder, restorePosition, restoreTrailMarks } from '../rebuild.ts';
import type { EngineState } from '../state.ts';

/** Stands in for the table of trail marks: the marks of trailing stops by symbol. */
export class StoredMarks extends Map<string, readonly TrailMark[]> {
  note(event: Event): void {
    if (event.kind !== 'trails-moved') return;
    const { symbol, marks, dropped } = event;
    const isDropped = ({ direction, sequence }: TrailMark): boolean =>
      dropped.some((mark) => mark.direction === direction && mark.sequence === sequence);
    const left = (this.get(symbol) ?? []).filter((mark) => !isDropped(mark));
    this.set(symbol, [...left, ...marks]);
  }
}

/**
 * Returns the state after a restart: what is stored, then the last known quotes, then the symbol
 * states.
 */
export function restarted(
  state: EngineState,
  empty: EngineState,
  isKnown: (symbol: string) => boolean = () => true,
  stored = new StoredMarks(),
): EngineState {
  for (const [symbol, marks] of stored) restoreTrailMarks(empty, symbol, marks);
  for (const account of state.accounts.values()) restoreAccount(empty, account);
  for (const account of state.accounts.values()) {
    for (const position of account.positions.values()) restorePosition(empty, position);
  }
  for (const account of state.accounts.values()) {
    for (const order of account.orders.values()) restoreOrder(empty, order);
  }
  requote(state, empty, isKnown);
  return empty;
}

/** Gives a restored state the last known quotes and the symbol states of another one. */
export function requote(
  state: EngineState,
  restored: EngineState,
  isKnown: (symbol: string) => boolean = () => true,
): void {
  for (const [symbol, { quote }] of state.markets) {
    if (quote !== undefined && isKnown(symbol)) apply(restored, { kind: 'tick-accepted', quote });
  }
  for (const [symbol, market] of state.markets) {
    apply(restored, {
      kind: 'symbol-state-set',
      symbol,
      state: market.state,
      closesAtMs: market.closesAtMs,
    });
  }
}
