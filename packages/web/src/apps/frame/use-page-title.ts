import { useEffect } from 'react';
import { operatorName } from '#operator-name.ts';

/** Sets the page's title in the tab and announces it to screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${operatorName()}`;
  }, [title]);
}
