export type Listeners<Event> = {
  /** Adds a listener. Returns the function that removes it. */
  add(listener: (event: Event) => void): () => void;
  notify(event: Event): void;
};

/** Creates a list of listeners that are called in the order of their registration. */
export function createListeners<Event>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notify(event) {
      for (const listener of listeners) listener(event);
    },
  };
}
