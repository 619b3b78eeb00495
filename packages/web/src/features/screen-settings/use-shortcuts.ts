import { useEffect, useEffectEvent } from 'react';
import { keyShortcuts } from '#data/storage/preference.ts';
import { isTypedInto } from '#ui/inputs/typed-into.ts';

/** What each single key does, unless something is being typed or the customer wants no keys. */
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
