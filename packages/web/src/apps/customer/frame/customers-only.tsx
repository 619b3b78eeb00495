import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import { isViewing, session, useSessionToken } from '#data/auth/session.ts';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { SecondFactorOffer } from '#features/second-factor-offer/second-factor-offer.tsx';
import { PATHS } from '#paths.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { SidePart } from '#ui/dialogs/side-part.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { PaymentReturnGuard } from '../account/payment-return-guard.tsx';

const Toasts = lazyPart(async () => (await import('#ui/feedback/toasts.tsx')).Toasts);

/** Private pages: a visitor is sent to the sign-in page and returns afterwards. */
export function CustomersOnly() {
  const token = useSessionToken();
  const { pathname, search } = useLocation();
  if (token === undefined) {
    // After a voluntary sign-out, the next sign-in does not return to this page.
    const hasLeft = session.lastEnd() === 'signed-out';
    const state = hasLeft ? null : { returnTo: pathname + search };
    return <Navigate to={PATHS.login} replace state={state} />;
  }
  // Remounted for another customer's session, so that no data remains.
  return (
    <Fragment key={token}>
      <IdleGuard />
      <WithAccount />
      <PaymentReturnGuard />
      {!isViewing && !IS_PRACTICE && <SecondFactorOffer />}
      <SidePart>
        <Toasts />
      </SidePart>
    </Fragment>
  );
}

function WithAccount() {
  const { t } = useTranslation();
  if (useAccount() === undefined) return <Loading label={t('loading')} />;
  return <Outlet />;
}
