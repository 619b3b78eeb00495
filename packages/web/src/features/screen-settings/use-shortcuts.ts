import { useEffect, useEffectEvent } from 'react';
import { keyShortcuts } from '#data/storage/preference.ts';
import { isTypedInto } from '#ui/inputs/typed-into.ts';

/** Handles single-key shortcuts, unless the customer is typing or has switched them off. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined || isTypedInto(event) || !keyShortcuts.current()) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
