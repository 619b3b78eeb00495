// The return from a provider's page. The address's parameters decide nothing: the page waits for
// the server's status of the payment.
import type { Transaction, TransactionStage } from '@halyard/contract/transactions';
import { listTransactions } from '@halyard/contract/transactions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRouteQuery } from '#data/http/query.ts';
import { UNKNOWN, useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Loading } from '#ui/feedback/loading.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './deposit.module.css';

const POLL_MS = 2_000;

const WAITING: readonly TransactionStage[] = [
  'being-booked',
  'deposit-waiting-for-you',
  'deposit-waiting-for-provider',
];

type PaymentReturnProps = {
  readonly transactionId: string;
  readonly transactionsPath: string;
  /** Where the customer uploads what verification still needs; undefined if nothing is missing. */
  readonly documentsPath: string | undefined;
  readonly onClose: () => void;
};

export function PaymentReturn(props: PaymentReturnProps) {
  const { transactionId, transactionsPath, documentsPath, onClose } = props;
  const { t } = useTranslation(['deposit', 'forms', 'refusals']);
  const payment = usePayment(transactionId);
  return (
    <ModalDialog size="sm" title={t('returnTitle')} onClose={onClose} closeLabel={t('forms:close')}>
      <div className={classes['form']}>
        <Outcome payment={payment} />
        {documentsPath !== undefined && <p className="muted">{t('verifyFirst')}</p>}
        <div className={classes['choices']}>
          <Button component={Link} to={transactionsPath} variant="default" onClick={onClose}>
            {t('toTransactions')}
          </Button>
          {documentsPath === undefined ? (
            <Button onClick={onClose} data-autofocus>
              {t('toTrading')}
            </Button>
          ) : (
            <Button component={Link} to={documentsPath} data-autofocus>
              {t('refusals:wayDocuments')}
            </Button>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}

/** Returns the payment; undefined while loading, null if this customer has no such payment. */
function usePayment(id: string): Transaction | null | undefined {
  const [isSettled, setIsSettled] = useState(false);
  const query = useRouteQuery(
    listTransactions,
    { query: { tab: 'deposits' } },
    isSettled ? {} : { pollEveryMs: POLL_MS, freshForMs: 0 },
  );
  const payment = query.data?.find((one) => one.transaction_id === id);
  if (payment !== undefined && !isSettled && !WAITING.includes(payment.stage)) setIsSettled(true);
  return payment ?? (query.data === undefined ? undefined : null);
}

function Outcome({ payment }: { readonly payment: Transaction | null | undefined }) {
  const { t } = useTranslation(['deposit', 'stages']);
  const format = useFormat();
  if (payment === null) return <Notice tone="down">{t('returnUnknown')}</Notice>;
  const isWaiting = payment === undefined || WAITING.includes(payment.stage);
  if (isWaiting) return <Loading label={t('returnWaiting')} />;
  const isCredited = payment.stage === 'deposit-credited';
  return (
    <Notice tone={isCredited ? 'up' : 'warn'}>
      <b>{payment.amount === 0 ? UNKNOWN : format.euros(payment.amount)}</b>{' '}
      {t(`stages:${payment.stage}`)}
    </Notice>
  );
}
