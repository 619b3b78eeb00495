import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/auth/account.ts';
import { useSessionToken } from '#data/auth/session.ts';
import { contentPath, PATHS } from '#paths.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { ContentPage } from '../site/content-page.tsx';
import classes from '#apps/frame/public-page.module.css';

const SLUG = PATHS.accountLevels.slice(contentPath('').length);

/** Describes the account levels, and shows a customer's own. */
export function AccountLevelsPage() {
  const isSignedIn = useSessionToken() !== undefined;
  return <ContentPage slug={SLUG}>{isSignedIn && <OwnLevel />}</ContentPage>;
}

function OwnLevel() {
  const { t } = useTranslation('account');
  const user = useAccount();
  if (user === undefined) return <Skeleton width="140px" height="18px" />;
  return <p className={classes['own']}>{t('yourLevel', { level: user.level })}</p>;
}
