import type { AffiliateLinks } from '@halyard/contract/affiliates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInAffiliate } from '#data/auth/affiliate-session.ts';
import { useLinks } from '#data/auth/affiliate.ts';
import { UNKNOWN } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import classes from './affiliate.module.css';

/** The codes with their links, and the pages that brought visitors. */
export function Links({ affiliate }: { readonly affiliate: SignedInAffiliate }) {
  const { t } = useTranslation('affiliate');
  const query = useLinks(affiliate);
  return (
    <>
      <Card title={t('links')} flush>
        <Loaded query={query}>{({ codes }) => <Codes codes={codes} />}</Loaded>
      </Card>
      {query.data !== undefined && query.data.source_pages.length > 0 && (
        <Card title={t('sourcePages')} flush>
          <SourcePages pages={query.data.source_pages} />
        </Card>
      )}
    </>
  );
}

function Codes({ codes }: { readonly codes: AffiliateLinks['codes'] }) {
  const { t } = useTranslation('affiliate');
  return (
    <DataTable caption={t('links')} columns={[t('code'), t('copy'), t('total'), t('link')]}>
      {codes.map(({ code, url, sign_ups: count }) => (
        <tr key={code}>
          <td>{code}</td>
          <td>
            <Copy code={code} url={url} />
          </td>
          <td>{count}</td>
          <td className={classes['url']}>{url}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function Copy({ code, url }: { readonly code: string; readonly url: string }) {
  const { t } = useTranslation('affiliate');
  const [copied, setCopied] = useState<boolean>();
  const copy = async (): Promise<void> => {
    // Pages without TLS have no clipboard: there the link is selected for manual copying.
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ?? false);
  };
  return (
    <span className={classes['copy']}>
      <output>{copied !== undefined && t(copied ? 'copied' : 'copyByHand')}</output>
      <Button
        variant="default"
        size="xs"
        aria-label={t('copyNamed', { code })}
        onClick={() => void copy()}
      >
        {t('copy')}
      </Button>
    </span>
  );
}

function SourcePages({ pages }: { readonly pages: AffiliateLinks['source_pages'] }) {
  const { t } = useTranslation('affiliate');
  return (
    <DataTable caption={t('sourcePages')} columns={[t('sourcePage'), t('total')]}>
      {pages.map(({ source_page: page, sign_ups: count }) => (
        <tr key={page ?? ''}>
          <td>{page ?? UNKNOWN}</td>
          <td>{count}</td>
        </tr>
      ))}
    </DataTable>
  );
}
