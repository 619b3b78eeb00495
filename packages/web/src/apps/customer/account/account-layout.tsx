// The frame of every account page, with the profile summary on the left.
import type { Country, User } from '@halyard/contract/accounts';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import { useCountries } from '#data/auth/countries.ts';
import { useOpeningRejection } from '#data/market/openings.ts';
import { isProfileComplete } from '#data/auth/profile-complete.ts';
import { RejectionResolution } from '#forms/rejection-resolution.tsx';
import { countryName } from '#i18n/country-name.ts';
import { UNKNOWN, useFormat } from '#i18n/format.ts';
import { accountPath, PATHS } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useRejectionText } from '#i18n/rejection-text.ts';
import classes from './account.module.css';
import { PractiseFirst } from './practise-first.tsx';

export function AccountLayout() {
  const { t } = useTranslation('account');
  const user = useAccount();
  const countries = useCountries();
  if (user === undefined || countries === undefined) return <Loading label={t('loading')} />;
  return (
    <div className={classes['page']}>
      <aside className={classes['side']} aria-label={t('panel')}>
        <Panel user={user} countries={countries} />
        <MorePages />
      </aside>
      <div className={classes['content']}>
        <h1 className={classes['heading']}>{t('heading')}</h1>
        {!isProfileComplete(user) && (
          <>
            <PractiseFirst />
            <Notice tone="warn">{t('activate')}</Notice>
          </>
        )}
        <OpeningNotice />
        <Outlet />
      </div>
    </div>
  );
}

/** Why the account can't open positions, as in the ticket. */
function OpeningNotice() {
  const rejectionText = useRejectionText();
  const rejection = useOpeningRejection();
  if (rejection === undefined) return null;
  return (
    <Notice tone="warn">
      {rejectionText(rejection)} <RejectionResolution code={rejection.code} />
    </Notice>
  );
}

function MorePages() {
  const { t } = useTranslation(['account', 'shell']);
  const { pathname } = useLocation();
  const isOnTab = pathname.startsWith(`${PATHS.account}/`);
  const isHere = (path: string) => (path === accountPath('info') ? isOnTab : path === pathname);
  const pages = [
    [accountPath('info'), t('shell:myAccount')],
    [PATHS.security, t('security')],
    [PATHS.notifications, t('shell:notifications')],
    [PATHS.ownLimits, t('ownLimits')],
    [PATHS.performance, t('performance')],
    [PATHS.statements, t('statements')],
    [PATHS.yourData, t('yourData')],
  ] as const;
  return (
    <nav className={classes['more']} aria-label={t('more')}>
      {pages.map(([path, name]) => (
        <Link
          key={path}
          to={path}
          className={clsx(classes['tab'], isHere(path) && classes['on'])}
          {...(isHere(path) ? { 'aria-current': 'page' } : {})}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

type PanelProps = { readonly user: User; readonly countries: readonly Country[] };

function Panel({ user, countries }: PanelProps) {
  const { t } = useTranslation(['account', 'shell']);
  const format = useFormat();
  const country = countries.find(({ id }) => id === user.country_id);
  const rows = [
    [t('location'), country === undefined ? UNKNOWN : countryName(country)],
    [t('joined'), format.day(user.created_at)],
    [t('status'), t(user.verified_account ? 'shell:verified' : 'shell:notVerified')],
    [t('level'), user.level],
    [t('pin'), user.pin ?? t('shell:none')],
  ] as const;
  return (
    <Card>
      <span className={classes['initials']} aria-hidden>
        {initialsOf(user)}
      </span>
      <p className={classes['name']}>{user.full_name}</p>
      <p className={classes['email']}>{user.email}</p>
      <dl className={classes['facts']}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function initialsOf({ first_name: first, last_name: last }: User): string {
  return [first, last].map((name) => Array.from(name)[0] ?? '').join('');
}
