// How many records wait for the member, for the tab's title and the navigation.
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let waiting = '';

/** '' for none, '50+' if more wait than were read. */
export function setWaitingText(text: string): void {
  waiting = text;
  for (const listener of listeners) listener();
}

export function useWaitingText(): string {
  return useSyncExternalStore(subscribe, () => waiting);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
