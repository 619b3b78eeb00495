// The session of this browser, the same in all its tabs; but in a tab where staff view an account.
import { useSyncExternalStore } from 'react';
import { holdWhileSignedIn } from './session-hold.ts';
import { createSessionStore } from './session-store.ts';
import { browserStore, KEYS, tabStore } from '../storage/text-store.ts';
import { takeOver } from './viewing.ts';

/** Whether this tab shows staff what a customer sees. */
export const isViewing = takeOver(browserStore, tabStore, window.location.hash);

// A reload must not take what is meant for the next tab.
if (isViewing) window.history.replaceState(null, '', window.location.pathname);

/** Where what belongs to the session lies. */
export const sessionTexts = isViewing ? tabStore : browserStore;

export const session = createSessionStore(sessionTexts, isViewing ? KEYS.viewing : KEYS.session);

window.addEventListener('storage', (event) => {
  if (isViewing) return;
  // A null key says that everything was cleared.
  if (event.key === KEYS.session || event.key === null) session.syncFromStore();
});
holdWhileSignedIn(session, navigator.locks);

/** The token of the signed-in customer, or undefined for a visitor. */
export function useSessionToken(): string | undefined {
  return useSyncExternalStore(session.subscribe, session.current);
}
