// Where the focus goes when what had it leaves the page: never back to the top of the page.
import { type RefObject, useLayoutEffect } from 'react';

/** Parts of the page that take the focus from code alone. */
const PLACE = '[tabindex="-1"]';

/** The element itself and the places around it, nearest first. */
export function placesAround(element: Element | null): readonly HTMLElement[] {
  const places: HTMLElement[] = [];
  if (element instanceof HTMLElement && element !== document.body) places.push(element);
  for (let at = element?.parentElement?.closest(PLACE); at instanceof HTMLElement;) {
    places.push(at);
    at = at.parentElement?.closest(PLACE);
  }
  return places;
}

/** Focuses the first that is still on the page and takes the focus. */
export function focusFirst(places: readonly HTMLElement[]): void {
  for (const place of places) {
    if (!place.isConnected) continue;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/** Hands the focus of an element to the place around it when the element leaves the page. */
export function useFocusHandover(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own !== null && own === document.activeElement) focusFirst(placesAround(own).slice(1));
    };
  }, [element]);
}
