// Who is signed in here. Only the token is kept: what the customer is called is asked anew.
import { createSubject, type Observable } from '../http/observable.ts';
import { KEYS, type TextStore } from '../storage/text-store.ts';

/** Why a session ended in this tab; the sign-in page says so. */
export type SessionEnd = 'signed-out' | 'idle' | 'ended' | 'unreachable' | 'elsewhere' | 'closed';

export type SessionStore = Observable<string | undefined> & {
  begin(token: string): void;
  end(reason: SessionEnd): void;
  /**
   * Notes why the session is about to end, for a request that ends it: the answer to another request
   * may say first that it ended. Returns a function that takes the note back.
   */
  expectEnd(reason: SessionEnd): () => void;
  lastEnd(): SessionEnd | undefined;
  /** To be called when another tab changed what is stored. */
  syncFromStore(): void;
};

/** Keeps the session token in the store, which all tabs share. */
export function createSessionStore(store: TextStore, key: string = KEYS.session): SessionStore {
  const token = createSubject(store.read(key));
  let lastEnd: SessionEnd | undefined;
  let expected: SessionEnd | undefined;
  return {
    current: token.current,
    subscribe: token.subscribe,
    lastEnd: () => lastEnd,
    begin(next) {
      lastEnd = undefined;
      expected = undefined;
      store.write(key, next);
      token.set(next);
    },
    end(reason) {
      if (token.current() !== undefined) lastEnd = expected ?? reason;
      store.remove(key);
      token.set(undefined);
    },
    expectEnd(reason) {
      expected = reason;
      return () => {
        expected = undefined;
      };
    },
    syncFromStore() {
      const stored = store.read(key);
      if (stored === undefined && token.current() !== undefined) lastEnd = 'elsewhere';
      token.set(stored);
    },
  };
}
