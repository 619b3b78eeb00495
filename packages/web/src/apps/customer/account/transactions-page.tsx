import { TRANSACTION_TABS, type TransactionTab } from '@halyard/contract/transactions';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import { useSessionToken } from '#data/auth/session.ts';
import { Transactions } from '#features/transactions/transactions.tsx';
import { textLanguage } from '#i18n/i18n.ts';
import { transactionsPath, paymentPath } from '#paths.ts';
import classes from './account.module.css';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

const TABS = ['deposits', 'withdrawals', 'bonuses', 'credits'] as const satisfies TransactionTab[];

const NEW_PATHS: Partial<Record<TransactionTab, string>> = {
  deposits: paymentPath('deposit'),
  withdrawals: paymentPath('withdraw'),
};

/** The customer's transactions, a tab for each kind. */
export function TransactionsPage() {
  const { t } = useTranslation('transactions');
  const token = useSessionToken();
  const asked = useParams()['type'] ?? '';
  usePageTitle(t('heading'));
  const tab = TABS.find((one) => one === asked && Object.hasOwn(TRANSACTION_TABS, one));
  if (tab === undefined) return <Navigate to={transactionsPath('deposits')} replace />;
  if (token === undefined) return null;
  return (
    <div className={classes['wide']} lang={textLanguage('transactions')}>
      <h1 className={classes['heading']}>{t('heading')}</h1>
      <nav className={classes['tabs']} aria-label={t('heading')}>
        {TABS.map((one) => (
          <Link
            key={one}
            to={transactionsPath(one)}
            className={clsx(classes['tab'], one === tab && classes['on'])}
            {...(one === tab ? { 'aria-current': 'page' } : {})}
          >
            {t(one)}
          </Link>
        ))}
      </nav>
      <Region resetKey={tab}>
        <Transactions key={tab} tab={tab} newPath={NEW_PATHS[tab]} />
      </Region>
    </div>
  );
}
