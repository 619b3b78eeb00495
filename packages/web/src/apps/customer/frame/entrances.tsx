// The entrance pages: sign-in, sign-up, and the targets of mailed links.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { useConfig, useConfigQuery } from '#data/http/config.ts';
import { useSessionToken } from '#data/auth/session.ts';
import { PATHS } from '#paths.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { NotFound } from './not-found.tsx';
import { Entrance } from './signed-in-part.ts';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

const SignIn = lazyPart(async () => (await import('#features/sign-in/sign-in.tsx')).SignIn);
const AutoLogin = lazyPart(async () => (await import('#features/sign-in/sign-in.tsx')).AutoLogin);
const SignUp = lazyPart(async () => (await import('#features/sign-up/sign-up.tsx')).SignUp);
const loadReset = () => import('#features/password-reset/password-reset.ts');
const PasswordRequest = lazyPart(async () => (await loadReset()).PasswordRequest);
const PasswordReset = lazyPart(async () => (await loadReset()).PasswordReset);
const EmailConfirmation = lazyPart(
  async () =>
    (await import('#features/email-confirmation/email-confirmation.tsx')).EmailConfirmation,
);

export function LoginRoute() {
  const { t } = useTranslation('sign-in');
  usePageTitle(t('pageTitle'));
  const config = useConfig();
  if (useSessionToken() !== undefined) return <Entrance />;
  return (
    <SignIn
      registerPath={config?.registration === true ? PATHS.register : undefined}
      forgotPath={PATHS.passwordRequest}
    />
  );
}

export function AutoLoginRoute() {
  const { t } = useTranslation('sign-in');
  usePageTitle(t('pageTitle'));
  const code = useParams()['code'] ?? '';
  const token = useSessionToken();
  // A signed-in customer can open another account's link; its session replaces the current one.
  const [tokenBefore] = useState(token);
  if (token !== undefined && token !== tokenBefore) return <Entrance isByLink />;
  return <AutoLogin key={code} code={code} loginPath={PATHS.login} />;
}

export function RegisterRoute() {
  const { t } = useTranslation('sign-up');
  usePageTitle(t('pageTitle'));
  const query = useConfigQuery();
  if (useSessionToken() !== undefined) return <Entrance />;
  return (
    <Loaded query={query}>
      {({ registration }) => (registration ? <SignUp loginPath={PATHS.login} /> : <NotFound />)}
    </Loaded>
  );
}

export function PasswordRequestRoute() {
  const { t } = useTranslation('password-reset');
  usePageTitle(t('pageTitle'));
  if (useSessionToken() !== undefined) return <Navigate to={PATHS.platform} replace />;
  return <PasswordRequest loginPath={PATHS.login} />;
}

export function PasswordResetRoute() {
  const { t } = useTranslation('password-reset');
  usePageTitle(t('pageTitle'));
  const code = useParams()['code'] ?? '';
  return <PasswordReset code={code} loginPath={PATHS.login} requestPath={PATHS.passwordRequest} />;
}

export function EmailConfirmRoute() {
  const { t } = useTranslation('email-confirmation');
  usePageTitle(t('pageTitle'));
  const code = useParams()['code'] ?? '';
  return <EmailConfirmation code={code} nextPath={PATHS.home} />;
}
