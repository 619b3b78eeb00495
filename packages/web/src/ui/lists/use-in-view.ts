import { type RefCallback, useCallback, useState } from 'react';

/**
 * The margin around the screen, so that what scrolls into view within a turn of the wheel is
 * already rendered.
 */
const MARGIN = '200px';

const listeners = new WeakMap<Element, (isInView: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Returns whether an element is on or near the screen, and the ref for it, so that invisible
 * elements need not be updated constantly.
 */
export function useInView<Seen extends Element>(): readonly [RefCallback<Seen>, boolean] {
  const [isInView, setInView] = useState(true);
  const ref = useCallback((element: Seen) => {
    observer ??= new IntersectionObserver(notify, { rootMargin: MARGIN });
    listeners.set(element, setInView);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      listeners.delete(element);
    };
  }, []);
  return [ref, isInView];
}

function notify(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
}
