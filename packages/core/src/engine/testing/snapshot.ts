import type { EngineState } from '../state.ts';

/** Returns a whole state as text for comparisons: equal states have equal texts. */
export function snapshotOf({ books: _derived, ...state }: EngineState): string {
  return JSON.stringify(state, (_, value: unknown) =>
    value instanceof Map ? [...value.entries()].toSorted(byKey) : value,
  );
}

function byKey([first]: readonly unknown[], [second]: readonly unknown[]): number {
  return String(first) < String(second) ? -1 : 1;
}
