import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useConfig } from '#data/config.ts';
import { useSessionToken } from '#data/session.ts';
import { PATHS, parseReturnPath, platformPath, platformPathFromQuery } from '#paths.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';
import { CustomersOnly } from './customers-only.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';
import { usePageTitle } from './use-page-title.ts';

const SignIn = lazyPart(async () => (await import('#features/sign-in/sign-in.tsx')).SignIn);
const SignUp = lazyPart(async () => (await import('#features/sign-up/sign-up.tsx')).SignUp);
const PlatformPage = lazyPart(async () => (await import('./platform-page.tsx')).PlatformPage);

/** Every address of the app and what is there. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path={PATHS.home} element={<HomeRoute />} />
        <Route path={PATHS.login} element={<LoginRoute />} />
        <Route path={PATHS.register} element={<RegisterRoute />} />
        <Route element={<CustomersOnly />}>
          <Route path={PATHS.platform} element={<PlatformRootRoute />} />
          <Route path={PATHS.platformSymbol} element={<PlatformPage />} />
        </Route>
        <Route path={PATHS.notFound} element={<NotFound />} />
        <Route path="*" element={<Navigate to={PATHS.notFound} replace />} />
      </Route>
    </Routes>
  );
}

function HomeRoute() {
  const isSignedIn = useSessionToken() !== undefined;
  return <Navigate to={isSignedIn ? platformPath() : PATHS.login} replace />;
}

function LoginRoute() {
  const { t } = useTranslation('sign-in');
  usePageTitle(t('pageTitle'));
  const entrance = useEntrance();
  const config = useConfig();
  if (useSessionToken() !== undefined) return <Navigate to={entrance} replace />;
  return <SignIn registerPath={config?.registration === true ? PATHS.register : undefined} />;
}

function RegisterRoute() {
  const { t } = useTranslation(['sign-up', 'shell']);
  usePageTitle(t('pageTitle'));
  const entrance = useEntrance();
  const config = useConfig();
  if (useSessionToken() !== undefined) return <Navigate to={entrance} replace />;
  if (config === undefined) return <Loading label={t('shell:loading')} />;
  if (!config.registration) return <NotFound />;
  return <SignUp loginPath={PATHS.login} />;
}

/** Where signing in leads: back to the private page that asked for it, else to the platform. */
function useEntrance(): string {
  const state: unknown = useLocation().state;
  const asked = typeof state === 'object' && state !== null && 'returnTo' in state;
  return (asked ? parseReturnPath(state.returnTo) : undefined) ?? platformPath();
}

function PlatformRootRoute() {
  return <Navigate to={platformPathFromQuery(useLocation().search)} replace />;
}
