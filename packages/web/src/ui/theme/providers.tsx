import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './page.css';
import { cssVariablesResolver, theme } from './theme.ts';

export type ColorScheme = 'dark' | 'light';

type ProvidersProps = {
  readonly colorScheme: ColorScheme;
  /** The element that gets the theme's variables; by default the document's. */
  readonly root?: HTMLElement;
  readonly children: ReactNode;
};

/** Provides the theme to everything below. */
export function Providers({ colorScheme, root, children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={colorScheme}
      // The scheme is also the default, because the library first applies that to the document, and
      // the forced one a paint later.
      defaultColorScheme={colorScheme}
      cssVariablesResolver={cssVariablesResolver}
      // All variables are set here, because the style sheet with the library's defaults is not
      // loaded.
      deduplicateCssVariables={false}
      {...(root === undefined ? {} : { getRootElement: () => root })}
    >
      {children}
    </MantineProvider>
  );
}
