// The customer's referral link, and the customers who signed up with it.
import { listReferrals } from '@halyard/contract/referrals';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/auth/account.ts';
import { useRoutePages } from '#data/http/query-pages.ts';
import { useFormat } from '#i18n/format.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { OlderButton } from '#ui/inputs/older-button.tsx';
import classes from './referrals.module.css';

const PAGE_SIZE = 50;

export function Referrals() {
  const { t } = useTranslation('referrals');
  const user = useAccount();
  if (user === undefined) return <Loading label={t('loading')} />;
  return (
    <>
      <Card title={t('linkTitle')}>
        <ReferralLink uniqid={user.uniqid} />
      </Card>
      <Card title={t('tableTitle')} flush>
        <Referred />
      </Card>
    </>
  );
}

function ReferralLink({ uniqid }: { readonly uniqid: string }) {
  const { t } = useTranslation('referrals');
  const [copied, setCopied] = useState<boolean>();
  const link = `${window.location.origin}/?ref=${encodeURIComponent(uniqid)}`;
  const copy = async (): Promise<void> => {
    // Pages without TLS have no clipboard: there the link is selected for manual copying.
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ?? false);
  };
  return (
    <div className={classes['link']}>
      <TextInput
        label={t('link')}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void copy()}>{t('copy')}</Button>
      <output className={classes['said']}>
        {copied !== undefined && t(copied ? 'copied' : 'copyByHand')}
      </output>
    </div>
  );
}

function Referred() {
  const { t } = useTranslation('referrals');
  const format = useFormat();
  const pages = useRoutePages(listReferrals, {
    pageSize: PAGE_SIZE,
    rowsOf: (page) => page,
    idOf: ({ id }) => id,
    input: (before, limit) => ({ body: { limit, ...(before === undefined ? {} : { before }) } }),
  });
  return (
    <>
      <Loaded query={pages.query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('nothing')}>
              <p>{t('nothingHint')}</p>
            </EmptyState>
          ) : (
            <DataTable
              caption={t('tableTitle')}
              columns={[t('account'), { text: t('email') }, t('date')]}
            >
              {rows.map(({ id, full_name: name, email, created_at: at }) => (
                <tr key={id}>
                  <td>{name}</td>
                  <td>{email}</td>
                  <td>{format.day(at)}</td>
                </tr>
              ))}
            </DataTable>
          )
        }
      </Loaded>
      <OlderButton pages={pages}>{t('older')}</OlderButton>
    </>
  );
}
