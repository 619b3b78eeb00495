// The affiliates' app: sign-in, and their panel. It is independent of a customer's session in the
// same browser.
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signOutAffiliate, useAffiliate, useLinks } from '#data/auth/affiliate.ts';
import type { SignedInAffiliate } from '#data/auth/affiliate-session.ts';
import {
  AffiliateFactor,
  AffiliatePassword,
  AffiliateSignIn,
  Links,
  SignUps,
} from '#features/affiliate/affiliate.ts';
import { PATHS } from '#paths.ts';
import { PageFrame, PageSettings } from '../frame/page-frame.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import classes from './affiliate.module.css';

export function Affiliate() {
  const { t } = useTranslation('affiliate');
  usePageTitle(t('pageTitle'));
  const affiliate = useAffiliate();
  return (
    <PageFrame
      home={PATHS.affiliate}
      header={<Header affiliate={affiliate} />}
      headerClass={classes['header']}
      resetKey={affiliate?.token ?? ''}
    >
      {affiliate === undefined ? (
        <AffiliateSignIn />
      ) : (
        <Panel key={affiliate.token} affiliate={affiliate} />
      )}
    </PageFrame>
  );
}

function Header({ affiliate }: { readonly affiliate: SignedInAffiliate | undefined }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <span className={classes['name']}>{affiliate?.name}</span>
      <PageSettings />
      {affiliate !== undefined && (
        <button type="button" className={classes['leave']} onClick={signOutAffiliate}>
          {t('logOut')}
        </button>
      )}
    </>
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
