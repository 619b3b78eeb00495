// Shortcut keys, which have no effect while the member types or a dialog is open.
import { useEffect, useEffectEvent } from 'react';

/** Boxes and radio buttons use only arrows and the space bar. */
const TYPED_INTO =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog]';

export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const listen = useEffectEvent((event: KeyboardEvent): void => {
    if (isShortcut(event)) onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => listen(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Whether the key is meant for the page, and nothing has used it yet. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (target instanceof Element && target.closest(TYPED_INTO) !== null) return false;
  return document.querySelector('[role=dialog]') === null;
}
