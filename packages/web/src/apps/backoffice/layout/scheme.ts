// Dark or light mode, shared with the customers' app in the same browser.
import { useSyncExternalStore } from 'react';
import { browserStore, KEYS } from '#data/storage/text-store.ts';
import type { ColorScheme } from '#ui/theme/providers.tsx';

const listeners = new Set<() => void>();

export function currentScheme(): ColorScheme {
  return browserStore.read(KEYS.theme) === 'light' ? 'light' : 'dark';
}

export function rememberScheme(scheme: ColorScheme): void {
  browserStore.write(KEYS.theme, scheme);
  for (const listener of listeners) listener();
}

export function useScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, currentScheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
