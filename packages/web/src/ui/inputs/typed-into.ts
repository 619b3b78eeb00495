const TYPED_INTO = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** Whether a single key belongs to what it was pressed in, and is no shortcut of the page. */
export function isTypedInto(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof Element && event.target.closest(TYPED_INTO) !== null;
}
