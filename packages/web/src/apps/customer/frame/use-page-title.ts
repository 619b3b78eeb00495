import { useEffect } from 'react';

const PRODUCT = 'Halyard';

/** Names the page in the browser's tab and to those who hear it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}
