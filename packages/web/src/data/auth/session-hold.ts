// Before the server hears of a sign-out every tab has let go of the session: a request that another
// tab has under way would be refused, and that tab would say that the session ended, not who ended
// it. A tab holds a shared lock of the browser for as long as somebody is signed in there.
import type { Observable } from '../http/observable.ts';

const LOCK = 'halyard:session';
/** A tab that sleeps lets go of nothing, and is not waited for. */
const LET_GO_WITHIN_MS = 2_000;

/** Absent where the page did not come safely: then nothing is held, and nothing waited for. */
type Locks = Pick<LockManager, 'request'> | undefined;

/** Holds the lock whenever there is a session. */
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

/** Done when no tab holds the session any more, or the page goes away, or the time is up. */
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
