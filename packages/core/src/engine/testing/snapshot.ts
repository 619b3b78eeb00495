import type { EngineState } from '../state.ts';

/** The whole of a state as text, for tests to compare: equal states have equal texts. */
export function snapshotOf({ books: _derived, ...state }: EngineState): string {
  return JSON.stringify(state, (_, value: unknown) =>
    value instanceof Map ? [...value.entries()].toSorted(byKey) : value,
  );
}

function byKey([first]: readonly unknown[], [second]: readonly unknown[]): number {
  return String(first) < String(second) ? -1 : 1;
}
