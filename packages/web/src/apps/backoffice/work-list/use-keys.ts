// Shortcut keys, which have no effect while the member types or a dialog is open.
import { useEffect, useEffectEvent } from 'react';

const TYPED_INTO = 'input, textarea, select, [contenteditable=true], [role=dialog]';

export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const listen = useEffectEvent((event: KeyboardEvent): void => {
    const { target, ctrlKey, metaKey, altKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (target instanceof Element && target.closest(TYPED_INTO) !== null) return;
    if (document.querySelector('[role=dialog]') !== null) return;
    onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => listen(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
