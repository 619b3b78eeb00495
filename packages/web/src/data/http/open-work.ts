// Whether a reload would lose something, such as an order being filled in or sent.
import { useEffect } from 'react';
import { createSubject, type Observable } from './observable.ts';

const count = createSubject(0);
export const openWork: Observable<number> = count;

/** Reports open work while the component is mounted. */
export function useOpenWork(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    count.set(count.current() + 1);
    return () => count.set(count.current() - 1);
  }, [isOpen]);
}
