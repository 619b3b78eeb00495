export type Listeners<Event> = {
  /** Gives the function that ends it. */
  add(listener: (event: Event) => void): () => void;
  tell(event: Event): void;
};

/** Those who hear of something, in the order they came. */
export function createListeners<Event>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell(event) {
      for (const listener of listeners) listener(event);
    },
  };
}
