// The customer's web app.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { noteArrival } from '#data/storage/attribution.ts';
import { preloadConfig } from '#data/http/config.ts';
import { queryClient } from '#data/http/query.ts';
import { isViewing, session } from '#data/auth/session.ts';
import { browserStore } from '#data/storage/text-store.ts';
import { currentTheme, rememberAskedLanguage } from '#features/settings/settings.ts';
import { startTranslation } from '#i18n/i18n.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Providers } from '#ui/theme/providers.tsx';
import { preloadSignedIn } from './frame/signed-in-part.ts';
import { AppRoutes } from './routes.tsx';

const CONFIG_WAIT_MS = 1_500;

const Viewing = lazyPart(async () => (await import('./frame/viewing.tsx')).Viewing);

const address = new URL(window.location.href);
rememberAskedLanguage(browserStore, address);
noteArrival(browserStore, address);

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

await Promise.all([
  startTranslation(),
  preloadConfig(CONFIG_WAIT_MS),
  session.current() === undefined ? undefined : preloadSignedIn(),
]);
createRoot(root).render(
  <StrictMode>
    <Providers colorScheme={currentTheme()}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          {isViewing ? (
            <Suspense>
              <Viewing>
                <AppRoutes />
              </Viewing>
            </Suspense>
          ) : (
            <AppRoutes />
          )}
        </BrowserRouter>
      </QueryClientProvider>
    </Providers>
  </StrictMode>,
);
