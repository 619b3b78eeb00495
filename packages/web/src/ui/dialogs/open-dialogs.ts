// The dialogs that are open, one above the other: only the topmost closes on Escape.
import { useEffect, useId, useSyncExternalStore } from 'react';

let open: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Registers a dialog while it is open; returns whether it is the topmost. */
export function useTopmost(isOpen: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    change([...open, id]);
    return () => change(open.filter((each) => each !== id));
  }, [id, isOpen]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id);
}

/** Whether any dialog is open. */
export function useHasDialog(): boolean {
  return useSyncExternalStore(subscribe, () => open.length > 0);
}
