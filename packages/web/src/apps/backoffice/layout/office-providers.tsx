import type { ReactNode } from 'react';
import { Toasts } from '#ui/feedback/toasts.tsx';
import { Providers } from '#ui/theme/providers.tsx';
import { useScheme } from './scheme.ts';

/** The theme of the customers' app, in the scheme that this browser remembers. */
export function OfficeProviders({ children }: { readonly children: ReactNode }) {
  return (
    <Providers colorScheme={useScheme()}>
      {children}
      <Toasts />
    </Providers>
  );
}
