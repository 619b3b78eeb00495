import { SIGN_UPS_PAGE_MAX, type AffiliateSignUp } from '@halyard/contract/affiliates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInAffiliate } from '#data/auth/affiliate-session.ts';
import { useSignUps, type SignUpFilter as Filter } from '#data/auth/affiliate.ts';
import { saveFile } from '#data/storage/save-file.ts';
import { UNKNOWN, useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './affiliate.module.css';
import { convert } from './conversion.ts';
import { SignUpFilter } from './sign-up-filter.tsx';
import { toCsv } from './to-csv.ts';

/** The affiliate's sign-ups, as totals and as a list. */
export function SignUps({ affiliate }: { readonly affiliate: SignedInAffiliate }) {
  const { t } = useTranslation('affiliate');
  const [filter, setFilter] = useState<Filter>({});
  const isFiltered = filter.where !== undefined;
  const query = useSignUps(affiliate, filter);
  const signUps = query.data;
  const exporter = signUps !== undefined && signUps.length > 0 && (
    <Button
      variant="default"
      size="xs"
      onClick={() => saveFile(`${t('fileName')}.csv`, toCsvFile(toCsv(signUps)))}
    >
      {t('export')}
    </Button>
  );
  return (
    <Card title={t('signUps')} aside={exporter} flush>
      <SignUpFilter isApplied={isFiltered} onApply={setFilter} />
      <Loaded query={query}>{(shown) => <Shown signUps={shown} isFiltered={isFiltered} />}</Loaded>
    </Card>
  );
}

type ShownProps = { readonly signUps: readonly AffiliateSignUp[]; readonly isFiltered: boolean };

function Shown({ signUps, isFiltered }: ShownProps) {
  const { t } = useTranslation('affiliate');
  const columns = [
    t('id'),
    t('firstName'),
    t('lastName'),
    t('email'),
    t('country'),
    t('createdAt'),
    t('sourcePage'),
    t('transaction'),
  ];
  return (
    <>
      <Figures signUps={signUps} />
      {signUps.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'nothingFiltered' : 'nothing')}>
          <p>{t(isFiltered ? 'nothingFilteredHint' : 'nothingHint')}</p>
        </EmptyState>
      ) : (
        <DataTable caption={t('signUps')} columns={columns}>
          {signUps.map((signUp) => (
            <Row key={signUp.id} signUp={signUp} />
          ))}
        </DataTable>
      )}
      {signUps.length >= SIGN_UPS_PAGE_MAX && <Notice tone="neutral">{t('latestOnly')}</Notice>}
    </>
  );
}

function Figures({ signUps }: { readonly signUps: readonly AffiliateSignUp[] }) {
  const { t } = useTranslation('affiliate');
  const format = useFormat();
  const { total, deposited, percent } = convert(signUps);
  const figures = [
    [t('total'), total],
    [t('deposited'), deposited],
    [t('rate'), format.percent(percent, 0)],
  ] as const;
  return (
    <dl className={classes['figures']}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Row({ signUp }: { readonly signUp: AffiliateSignUp }) {
  const format = useFormat();
  const { transaction } = signUp;
  return (
    <tr>
      <td>{signUp.id}</td>
      <td>{signUp.first_name}</td>
      <td>{signUp.last_name}</td>
      <td>{signUp.email}</td>
      <td>{signUp.country ?? UNKNOWN}</td>
      <td>{format.utcDay(signUp.created_at)}</td>
      <td className={classes['page']}>{signUp.source_page ?? UNKNOWN}</td>
      <td>
        {transaction === null ? (
          UNKNOWN
        ) : (
          <>
            {format.euros(transaction.amount)}
            <small>{format.utcDay(transaction.created_at)}</small>
          </>
        )}
      </td>
    </tr>
  );
}

/** Prepends the byte order mark, by which spreadsheets recognise UTF-8. */
function toCsvFile(csv: string): Blob {
  return new Blob(['\uFEFF', csv], { type: 'text/csv' });
}
