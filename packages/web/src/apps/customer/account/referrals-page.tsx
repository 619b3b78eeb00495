import { useTranslation } from 'react-i18next';
import { useConfigQuery } from '#data/http/config.ts';
import { Referrals } from '#features/referrals/referrals.tsx';
import { textLanguage } from '#i18n/i18n.ts';
import { Loaded } from '#ui/feedback/loaded.tsx';
import classes from './account.module.css';
import { NotFound } from '../frame/not-found.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** The referral link and its sign-ups; not available with PLATFORM_ONLY. */
export function ReferralsPage() {
  const { t } = useTranslation('referrals');
  usePageTitle(t('heading'));
  const query = useConfigQuery();
  return (
    <Loaded query={query}>
      {({ platformOnly }) =>
        platformOnly ? (
          <NotFound />
        ) : (
          <div className={classes['wide']} lang={textLanguage('referrals')}>
            <h1 className={classes['heading']}>{t('heading')}</h1>
            <Referrals />
          </div>
        )
      }
    </Loaded>
  );
}
