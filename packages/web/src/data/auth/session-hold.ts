// Before the server is notified of a sign-out, every tab must release the session; otherwise
// another tab's pending request would fail, and that tab would report an expired session instead of
// the sign-out. A tab holds a shared browser lock while a customer is signed in.
import type { Observable } from '../http/observable.ts';

const LOCK = 'halyard:session';
/** A sleeping tab can't release its lock, so the wait is limited. */
const LET_GO_WITHIN_MS = 2_000;

/** The browser's locks; absent on insecure origins, where nothing is locked or waited for. */
type Locks = Pick<LockManager, 'request'> | undefined;

/** Holds the lock while there is a session. */
export function holdWhileSignedIn(session: Observable<string | undefined>, locks: Locks): void {
  let letGo: (() => void) | undefined;
  const follow = (): void => {
    if (session.current() === undefined) {
      letGo?.();
      letGo = undefined;
    } else if (letGo === undefined) {
      const held = Promise.withResolvers<void>();
      letGo = held.resolve;
      void locks?.request(LOCK, { mode: 'shared' }, () => held.promise);
    }
  };
  session.subscribe(follow);
  follow();
}

/** Resolves when no tab holds the session, the page unloads, or the time is up. */
export async function whenLetGo(
  locks: Locks,
  page: EventTarget,
  withinMs = LET_GO_WITHIN_MS,
): Promise<void> {
  if (locks === undefined) return;
  const leaving = new AbortController();
  page.addEventListener('pagehide', () => leaving.abort(), { signal: leaving.signal });
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(withinMs)]);
  try {
    await locks.request(LOCK, { signal }, () => undefined);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    leaving.abort();
  }
}
