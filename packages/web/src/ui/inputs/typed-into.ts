const TYPED_INTO = 'input, textarea, select, [contenteditable], [role="dialog"]';

/**
 * Returns whether the focused element uses a key press itself, so that it is not a shortcut of the
 * page.
 */
export function isTypedInto(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof Element && event.target.closest(TYPED_INTO) !== null;
}
