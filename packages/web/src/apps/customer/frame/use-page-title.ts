import { useEffect } from 'react';

const PRODUCT = 'Halyard';

/** Sets the page's title in the tab and announces it to screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
