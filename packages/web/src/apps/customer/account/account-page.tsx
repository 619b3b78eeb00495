// The customer's account: profile, password and documents, each a tab with its own address.
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import { hasRegisterFlag } from '#data/auth/register-flag.ts';
import { browserStore } from '#data/storage/text-store.ts';
import { ChangePassword } from '#features/change-password/change-password.tsx';
import { Documents } from '#features/documents/documents.tsx';
import { Profile } from '#features/profile/profile.tsx';
import {
  ACCOUNT_PAGES,
  accountPath,
  type AccountPage as Page,
  OPEN_TICKET,
  paymentPath,
  platformPath,
} from '#paths.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './account.module.css';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** The namespace that contains most of the tab's texts. */
const TEXTS = {
  info: 'profile',
  password: 'forms',
  documents: 'documents',
} as const satisfies Record<Page, string>;

export function AccountPage() {
  const { t } = useTranslation('account');
  const asked = useParams()['page'];
  const page = ACCOUNT_PAGES.find((one) => one === asked);
  usePageTitle(t(page ?? 'info'));
  if (page === undefined) return <Navigate to={accountPath('info')} replace />;
  return (
    <>
      <nav className={classes['tabs']} aria-label={t('tabs')}>
        {ACCOUNT_PAGES.map((one) => (
          <Link
            key={one}
            to={accountPath(one)}
            className={clsx(classes['tab'], one === page && classes['on'])}
            {...(one === page ? { 'aria-current': 'page' } : {})}
          >
            {t(one)}
          </Link>
        ))}
      </nav>
      <Region resetKey={page} texts={TEXTS[page]}>
        <Content page={page} />
      </Region>
    </>
  );
}

function Content({ page }: { readonly page: Page }) {
  switch (page) {
    case 'info':
      return <ProfileTab />;
    case 'password':
      return <ChangePassword />;
    case 'documents':
      return <DocumentsTab />;
  }
}

/** The documents; a verified customer can continue from here. */
function DocumentsTab() {
  const { t } = useTranslation('account');
  const isVerified = useAccount()?.verified_account === true;
  return (
    <>
      {isVerified && (
        <Notice tone="up">
          {t('isVerified')}{' '}
          <Link to={platformPath()} state={OPEN_TICKET} className={classes['way']}>
            {t('startTrading')}
          </Link>{' '}
          <Link to={paymentPath('deposit')} className={classes['way']}>
            {t('toDeposit')}
          </Link>
        </Notice>
      )}
      <Documents />
    </>
  );
}

/** A new customer continues to the first deposit. */
function ProfileTab() {
  const navigate = useNavigate();
  const goOn = (): boolean => {
    const isNew = hasRegisterFlag(browserStore);
    if (isNew) void navigate(paymentPath('deposit'));
    return isNew;
  };
  return <Profile onSaved={goOn} />;
}
