import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#data/account.ts';
import { useSessionToken } from '#data/session.ts';
import { PATHS } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/loading.tsx';
import classes from './account.module.css';
import { usePageTitle } from './use-page-title.ts';

/** What levels are, and for customers which one is theirs. */
export function AccountLevelsPage() {
  const { t } = useTranslation('account');
  usePageTitle(t('levelsTitle'));
  const isSignedIn = useSessionToken() !== undefined;
  return (
    <div className={classes['wide']}>
      <h1 className={classes['title']}>{t('levelsTitle')}</h1>
      <Card>
        {isSignedIn && <OwnLevel />}
        <p>{t('levelsText')}</p>
        <p>
          <Link to={PATHS.contact}>{t('levelsContact')}</Link>
        </p>
      </Card>
    </div>
  );
}

function OwnLevel() {
  const { t } = useTranslation('account');
  const user = useAccount();
  if (user === undefined) return <Skeleton width="140px" height="18px" />;
  return <p className={classes['name']}>{t('yourLevel', { level: user.level })}</p>;
}
