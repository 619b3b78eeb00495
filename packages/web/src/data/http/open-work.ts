// Whether something on the page would be lost with it: an order that is filled in or on its way.
import { useEffect } from 'react';
import { createSubject, type Observable } from './observable.ts';

const count = createSubject(0);
export const openWork: Observable<number> = count;

/** Says so for as long as it is. */
export function useOpenWork(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    count.set(count.current() + 1);
    return () => count.set(count.current() - 1);
  }, [isOpen]);
}
