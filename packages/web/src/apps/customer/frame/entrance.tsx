import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import { isProfileComplete } from '#data/auth/profile-complete.ts';
import { setRegisterFlag } from '#data/auth/register-flag.ts';
import { browserStore } from '#data/storage/text-store.ts';
import { accountPath, parseReturnPath, platformPath } from '#paths.ts';
import { Loading } from '#ui/feedback/loading.tsx';

type EntranceProps = {
  /**
   * Whether the visitor followed a link. Customers whose account was created for them arrive this
   * way.
   */
  readonly isByLink?: boolean;
};

/**
 * The target after sign-in: the profile if it is incomplete, else the requested private page, else
 * the platform.
 */
export function Entrance({ isByLink = false }: EntranceProps) {
  const { t } = useTranslation();
  const state: unknown = useLocation().state;
  const user = useAccount();
  const isComplete = user !== undefined && isProfileComplete(user);
  useEffect(() => {
    if (isByLink && user !== undefined && !isComplete) setRegisterFlag(browserStore);
  }, [isByLink, user, isComplete]);
  if (user === undefined) return <Loading label={t('loading')} />;
  if (!isComplete) return <Navigate to={accountPath('info')} replace />;
  const asked = typeof state === 'object' && state !== null && 'returnTo' in state;
  const returnPath = asked ? parseReturnPath(state.returnTo) : undefined;
  return <Navigate to={returnPath ?? platformPath()} replace />;
}
