// The session of this browser, shared by its tabs, except for a tab in which staff view an account.
import { useSyncExternalStore } from 'react';
import { holdWhileSignedIn } from './session-hold.ts';
import { createSessionStore, SESSION_ENDS, type SessionEnd } from './session-store.ts';
import { browserStore, KEYS, tabStore } from '../storage/text-store.ts';
import { takeOver } from './viewing.ts';

/** Whether staff view a customer's account in this tab. */
export const isViewing = takeOver(browserStore, tabStore, window.location.hash);

/** Whether the back office has a host of its own; then no link of this site leads to it. */
export const isFromElsewhere = isViewing && window.location.hash.includes('=');

// Clears the address, so that a reload does not take over a session that is meant for the next tab.
if (isViewing) window.history.replaceState(null, '', window.location.pathname);

/** The storage of session data: the tab's while staff view an account, otherwise the browser's. */
export const sessionTexts = isViewing ? tabStore : browserStore;

export const session = createSessionStore(
  sessionTexts,
  isViewing ? KEYS.viewing : KEYS.session,
  takeEnd(),
);

/** Stores why the session ended, for the next page of this tab. */
export function keepEnd(): void {
  const end = session.lastEnd();
  if (end !== undefined) tabStore.write(KEYS.sessionEnd, end);
}

function takeEnd(): SessionEnd | undefined {
  const kept = tabStore.read(KEYS.sessionEnd);
  tabStore.remove(KEYS.sessionEnd);
  return SESSION_ENDS.find((end) => end === kept);
}

window.addEventListener('storage', (event) => {
  if (isViewing) return;
  // A null key means that everything was cleared.
  if (event.key === KEYS.session || event.key === null) session.syncFromStore();
});
holdWhileSignedIn(session, navigator.locks);

/** The token of the signed-in customer, or undefined. */
export function useSessionToken(): string | undefined {
  return useSyncExternalStore(session.subscribe, session.current);
}
