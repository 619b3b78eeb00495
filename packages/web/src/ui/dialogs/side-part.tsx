import { Suspense, useEffect, type ReactNode } from 'react';
import { ErrorBoundary } from '../feedback/error-boundary.tsx';

const AGAIN_AFTER_MS = 10_000;

/**
 * What a page can be without, such as its footer: nothing stands in its place while it loads or
 * when it cannot be loaded, as in an outage, and it is tried again by itself.
 */
export function SidePart({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(retry) => <Later onTime={retry} />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Later({ onTime }: { readonly onTime: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onTime, AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onTime]);
  return null;
}
