// The part of the frame that only customers see. Visitors load it after their page.
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { isViewing } from '#data/auth/session.ts';
import { SecondFactorOffer } from '#features/second-factor-offer/second-factor-offer.tsx';
import { SidePart } from '#ui/dialogs/side-part.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { PaymentReturnGuard } from '../account/payment-return-guard.tsx';
import { IdleGuard } from './idle-guard.tsx';

export { CustomerHeader } from './customer-header.tsx';
export { Entrance } from './entrance.tsx';

const Toasts = lazyPart(async () => (await import('#ui/feedback/toasts.tsx')).Toasts);

/** A private page, and what runs beside it while a customer is signed in. */
export function SignedIn() {
  return (
    <>
      <IdleGuard />
      <WithAccount />
      <PaymentReturnGuard />
      {!isViewing && !IS_PRACTICE && <SecondFactorOffer />}
      <SidePart>
        <Toasts />
      </SidePart>
    </>
  );
}

function WithAccount() {
  const { t } = useTranslation();
  if (useAccount() === undefined) return <Loading label={t('loading')} />;
  return <Outlet />;
}
