import { Suspense, useEffect, type ReactNode } from 'react';
import { ErrorBoundary } from '../feedback/error-boundary.tsx';

const AGAIN_AFTER_MS = 10_000;

/**
 * A part of a page that is not essential, such as its footer: it is empty while loading and after a
 * failure, and is retried automatically.
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
