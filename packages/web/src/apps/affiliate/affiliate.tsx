// The affiliates' app: sign-in, and their panel. It is independent of a customer's session in the
// same browser.
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signOutAffiliate, useAffiliate, useLinks } from '#data/auth/affiliate.ts';
import type { SignedInAffiliate } from '#data/auth/affiliate-session.ts';
import {
  AffiliateFactor,
  AffiliatePassword,
  AffiliateSignIn,
  Links,
  SignUps,
} from '#features/affiliate/affiliate.ts';
import { LanguageSwitch, ThemeSwitch } from '#features/settings/settings.ts';
import { PATHS } from '#paths.ts';
import { Loading } from '#ui/feedback/loading.tsx';
import { operatorName } from '#operator-name.ts';
import { Logo } from '#ui/logo.tsx';
import { Notices } from '../customer/frame/notices.tsx';
import { Region } from '../customer/frame/region.tsx';
import { usePageTitle } from '../customer/frame/use-page-title.ts';
import classes from './affiliate.module.css';

const MAIN_ID = 'main';

export function Affiliate() {
  const { t } = useTranslation(['affiliate', 'shell']);
  usePageTitle(t('pageTitle'));
  const affiliate = useAffiliate();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [affiliate]);
  return (
    <div className={classes['shell']}>
      <a className={classes['skip']} href={`#${MAIN_ID}`}>
        {t('shell:skipToContent')}
      </a>
      <Header affiliate={affiliate} />
      <Notices />
      <main id={MAIN_ID} className={classes['main']} tabIndex={-1}>
        <Region resetKey={affiliate?.token ?? ''}>
          <Suspense fallback={<Loading label={t('loading')} />}>
            {affiliate === undefined ? (
              <AffiliateSignIn />
            ) : (
              <Panel key={affiliate.token} affiliate={affiliate} />
            )}
          </Suspense>
        </Region>
      </main>
    </div>
  );
}

function Header({ affiliate }: { readonly affiliate: SignedInAffiliate | undefined }) {
  const { t } = useTranslation(['affiliate', 'shell']);
  return (
    <header className={classes['header']}>
      <Link to={PATHS.affiliate} className={classes['home']} aria-label={operatorName()}>
        <Logo name={operatorName()} />
      </Link>
      <span className={classes['name']}>{affiliate?.name}</span>
      <LanguageSwitch />
      <ThemeSwitch />
      {affiliate !== undefined && (
        <button type="button" className={classes['leave']} onClick={signOutAffiliate}>
          {t('shell:logOut')}
        </button>
      )}
    </header>
  );
}

function Panel({ affiliate }: { readonly affiliate: SignedInAffiliate }) {
  const { t } = useTranslation('affiliate');
  const client = useQueryClient();
  const { error } = useLinks(affiliate);
  if (error?.result.kind === 'refusal' && error.result.code === 'password-change-required') {
    return (
      <div className={classes['panel']}>
        <h1 className={classes['heading']}>{t('firstPasswordTitle')}</h1>
        <p>{t('firstPasswordIntro')}</p>
        <AffiliatePassword
          affiliate={affiliate}
          onChanged={() => void client.invalidateQueries({ queryKey: ['affiliate'] })}
        />
      </div>
    );
  }
  if (error?.result.kind === 'refusal' && error.result.code === 'second-factor-missing') {
    return (
      <div className={classes['panel']}>
        <h1 className={classes['heading']}>{t('factorTitle')}</h1>
        <p>{t('factorIntro')}</p>
        <AffiliateFactor
          onConfirmed={() => void client.invalidateQueries({ queryKey: ['affiliate'] })}
        />
      </div>
    );
  }
  return (
    <div className={classes['panel']}>
      <h1 className={classes['heading']}>{t('pageTitle')}</h1>
      <SignUps affiliate={affiliate} />
      <Links affiliate={affiliate} />
      <AffiliatePassword affiliate={affiliate} />
    </div>
  );
}
