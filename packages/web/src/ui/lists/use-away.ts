import { type RefCallback, useCallback, useState } from 'react';

/** The distance from the screen at which an element is far away; three turns of the wheel. */
const MARGIN = '400px';

const listeners = new WeakMap<Element, (heightPx: number | undefined) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Returns the height of an element that is far from the screen, else undefined, and the ref for it.
 * Its contents need neither layout nor painting then, if the element keeps the height.
 */
export function useAway<Seen extends Element>(): readonly [RefCallback<Seen>, number | undefined] {
  const [heightPx, setHeightPx] = useState<number>();
  const ref = useCallback((element: Seen) => {
    observer ??= new IntersectionObserver(notify, { rootMargin: MARGIN, scrollMargin: MARGIN });
    // Without a margin inside panels that scroll, rows would appear only after they are in view.
    if (!('scrollMargin' in observer)) return undefined;
    listeners.set(element, setHeightPx);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      listeners.delete(element);
    };
  }, []);
  return [ref, heightPx];
}

function notify(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const hasFocus = target.contains(document.activeElement);
    const { height } = boundingClientRect;
    listeners.get(target)?.(awayHeight({ isIntersecting, height, hasFocus }));
  }
}

type Seen = {
  readonly isIntersecting: boolean;
  readonly height: number;
  readonly hasFocus: boolean;
};

/** Returns the height to keep; undefined for an element that must show its contents. */
export function awayHeight({ isIntersecting, height, hasFocus }: Seen): number | undefined {
  // Without a height the whole table is hidden. What has the focus must stay focusable.
  return isIntersecting || height === 0 || hasFocus ? undefined : height;
}
