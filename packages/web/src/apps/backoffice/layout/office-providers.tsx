import type { ReactNode } from 'react';
import '@mantine/core/styles/Checkbox.layer.css';
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
