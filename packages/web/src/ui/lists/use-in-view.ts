import { type RefCallback, useCallback, useState } from 'react';

/** What comes into view within a turn of the wheel is painted before it does. */
const MARGIN = '200px';

const listeners = new WeakMap<Element, (isInView: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Whether an element is on the screen or nearly so, and the ref that it needs. What moves all the
 * time need not move where nobody looks.
 */
export function useInView<Seen extends Element>(): readonly [RefCallback<Seen>, boolean] {
  const [isInView, setInView] = useState(true);
  const ref = useCallback((element: Seen) => {
    observer ??= new IntersectionObserver(tell, { rootMargin: MARGIN });
    listeners.set(element, setInView);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      listeners.delete(element);
    };
  }, []);
  return [ref, isInView];
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
}
