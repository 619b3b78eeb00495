import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './page.css';
import { cssVariablesResolver, theme } from './theme.ts';

export type ColorScheme = 'dark' | 'light';

type ProvidersProps = { readonly colorScheme: ColorScheme; readonly children: ReactNode };

/** The look of everything below. */
export function Providers({ colorScheme, children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={colorScheme}
      // Mounted, the library puts this on the document first, and the forced one a paint later.
      defaultColorScheme={colorScheme}
      cssVariablesResolver={cssVariablesResolver}
      // The style sheet with the library's own defaults is left out, so all of them are set here.
      deduplicateCssVariables={false}
    >
      {children}
    </MantineProvider>
  );
}
