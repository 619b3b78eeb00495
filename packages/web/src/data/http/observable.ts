// A value outside React that components subscribe to through useSyncExternalStore.

export type Observable<Value> = {
  current(): Value;
  subscribe(listener: () => void): () => void;
};

export type Subject<Value> = Observable<Value> & { set(value: Value): void };

/** Notifies its listeners of every change; setting the same value has no effect. */
export function createSubject<Value>(initial: Value): Subject<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
