// The session of this browser. Only the token is stored; the customer's data is loaded again.
import { createSubject, type Observable } from '../http/observable.ts';
import { KEYS, type TextStore } from '../storage/text-store.ts';

/** Why the session ended in this tab; shown on the sign-in page. */
export const SESSION_ENDS = [
  'signed-out',
  'idle',
  'ended',
  'unreachable',
  'elsewhere',
  'closed',
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

export type SessionStore = Observable<string | undefined> & {
  begin(token: string): void;
  end(reason: SessionEnd): void;
  /**
   * Records why the session is about to end, because the reply to another request may report its
   * end first. Returns a function that removes the record.
   */
  expectEnd(reason: SessionEnd): () => void;
  lastEnd(): SessionEnd | undefined;
  /** Reads the stored session again; call it when another tab changed it. */
  syncFromStore(): void;
};

/**
 * Stores the session token in the storage that all tabs share. `endBefore` is why the session ended
 * on the previous page.
 */
export function createSessionStore(
  store: TextStore,
  key: string = KEYS.session,
  endBefore?: SessionEnd,
): SessionStore {
  const token = createSubject(store.read(key));
  let lastEnd = endBefore;
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
