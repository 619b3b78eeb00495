// Moves the focus when the focused element is removed, so that it never returns to the top of the
// page.
import { type RefObject, useLayoutEffect } from 'react';

/** The selector of parts that take the focus only from code. */
const PLACE = '[tabindex="-1"]';

/** Returns the element itself and the focusable parts around it, nearest first. */
export function placesAround(element: Element | null): readonly HTMLElement[] {
  const places: HTMLElement[] = [];
  if (element instanceof HTMLElement && element !== document.body) places.push(element);
  for (let at = element?.parentElement?.closest(PLACE); at instanceof HTMLElement;) {
    places.push(at);
    at = at.parentElement?.closest(PLACE);
  }
  return places;
}

/** Focuses the first element that is still on the page and accepts the focus. */
export function focusFirst(places: readonly HTMLElement[]): void {
  for (const place of places) {
    if (!place.isConnected) continue;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/** Moves the focus to the surrounding part when the element is removed from the page. */
export function useFocusHandover(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own !== null && own === document.activeElement) focusFirst(placesAround(own).slice(1));
    };
  }, [element]);
}
