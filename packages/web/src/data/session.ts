// The session of this browser, the same in all its tabs.
import { useSyncExternalStore } from 'react';
import { createSessionStore } from './session-store.ts';
import { browserStore, KEYS } from './text-store.ts';

export const session = createSessionStore(browserStore);

window.addEventListener('storage', (event) => {
  // A null key says that everything was cleared.
  if (event.key === KEYS.session || event.key === null) session.syncFromStore();
});

/** The token of the signed-in customer, or undefined for a visitor. */
export function useSessionToken(): string | undefined {
  return useSyncExternalStore(session.subscribe, session.current);
}
