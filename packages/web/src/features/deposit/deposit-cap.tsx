import type { DepositTerms } from '@halyard/contract/transactions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '#i18n/format.ts';
import { Notice } from '#ui/feedback/notice.tsx';

type DepositCapProps = {
  readonly terms: DepositTerms | undefined;
  readonly transactionsPath: string;
};

/**
 * The remaining deposit limit of an unverified customer, and the unpaid deposits that count towards
 * it.
 */
export function DepositCap({ terms, transactionsPath }: DepositCapProps) {
  const { t } = useTranslation(['deposit', 'refusals']);
  const format = useFormat();
  if (terms === undefined || terms.unverified_maximum === null) return null;
  const { unverified_maximum: maximum, minimum, unpaid } = terms;
  return (
    <Notice tone={maximum < minimum ? 'warn' : 'neutral'}>
      {t('refusals:deposit-unverified-maximum', { maximum: format.euros(maximum) })}.
      {unpaid > 0 && (
        <>
          {' '}
          {t('unpaid', { amount: format.euros(unpaid) })}{' '}
          <Link to={transactionsPath}>{t('unpaidCancel')}</Link>
        </>
      )}
    </Notice>
  );
}
