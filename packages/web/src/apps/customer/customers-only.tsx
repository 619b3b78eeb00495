import { Fragment, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccount } from '#data/account.ts';
import { useSessionToken } from '#data/session.ts';
import { PATHS } from '#paths.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';
import { IdleGuard } from './idle-guard.tsx';

const Toasts = lazyPart(async () => (await import('#ui/toasts.tsx')).Toasts);

/** Private pages: a visitor is sent to sign in, and back here after it. */
export function CustomersOnly() {
  const token = useSessionToken();
  const { pathname, search } = useLocation();
  if (token === undefined) {
    return <Navigate to={PATHS.login} replace state={{ returnTo: pathname + search }} />;
  }
  // Another customer's session starts with nothing of the one before.
  return (
    <Fragment key={token}>
      <IdleGuard />
      <WithAccount />
      <Suspense>
        <Toasts />
      </Suspense>
    </Fragment>
  );
}

function WithAccount() {
  const { t } = useTranslation();
  if (useAccount() === undefined) return <Loading label={t('loading')} />;
  return <Outlet />;
}
