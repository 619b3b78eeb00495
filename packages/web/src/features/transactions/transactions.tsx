// The customer's transactions: a table for each kind.
import {
  cancelTransaction,
  listTransactions,
  type Transaction,
  type TransactionStage,
  type TransactionTab,
} from '@halyard/contract/transactions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#data/http/api.ts';
import { reload } from '#data/http/query.ts';
import { useRoutePages } from '#data/http/query-pages.ts';
import { useFormat } from '#i18n/format.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button } from '#ui/controls.ts';
import { Badge, type Tone } from '#ui/figures/badge.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PlusIcon } from '#ui/page-icons.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { OlderButton } from '#ui/inputs/older-button.tsx';
import { showErrorToast } from '#ui/feedback/toast.ts';
import { STATUS_TEXTS, TYPE_TEXTS } from './names.ts';
import { SwipeHint } from './swipe-hint.tsx';
import classes from './transactions.module.css';

const PAGE_SIZE = 50;
const POLL_MS = 15_000;

const HINTS = {
  deposits: 'depositsHint',
  withdrawals: 'withdrawalsHint',
  bonuses: 'bonusesHint',
  credits: 'creditsHint',
} as const;

type TransactionsProps = {
  readonly tab: TransactionTab;
  /**
   * The page on which a new transaction of this kind is created; absent for bonuses and credits.
   */
  readonly newPath: string | undefined;
};

export function Transactions({ tab, newPath }: TransactionsProps) {
  const { t } = useTranslation('transactions');
  const plus = newPath !== undefined && (
    <Link to={newPath} className={classes['plus']}>
      <PlusIcon />
      {t(tab === 'deposits' ? 'newDeposit' : 'newWithdrawal')}
    </Link>
  );
  const pages = useRoutePages(listTransactions, {
    pollEveryMs: POLL_MS,
    freshForMs: 0,
    pageSize: PAGE_SIZE,
    rowsOf: (page) => page,
    idOf: ({ transaction_id: id }) => id,
    input: (before, limit) => ({
      query: { tab, limit, ...(before === undefined ? {} : { before }) },
    }),
  });
  return (
    <Card title={t(tab)} aside={plus} flush>
      <div className={classes['holder']}>
        <SwipeHint />
        <Loaded query={pages.query}>
          {({ rows }) =>
            rows.length === 0 ? <Nothing tab={tab} /> : <Table tab={tab} rows={rows} />
          }
        </Loaded>
        <OlderButton pages={pages}>{t('older')}</OlderButton>
      </div>
    </Card>
  );
}

type TableProps = { readonly tab: TransactionTab; readonly rows: readonly Transaction[] };

function Table({ tab, rows }: TableProps) {
  const { t } = useTranslation('transactions');
  const [nowMs] = useState(() => Date.now());
  const columns = [
    t('count'),
    t('amount'),
    { text: t('type') },
    { text: t('status') },
    { text: t('number') },
    t('time'),
  ];
  return (
    <DataTable caption={t(tab)} columns={columns}>
      {rows.map((one, index) => (
        <Row key={one.transaction_id} number={index + 1} transaction={one} nowMs={nowMs} />
      ))}
    </DataTable>
  );
}

function Nothing({ tab }: { readonly tab: TransactionTab }) {
  const { t } = useTranslation('transactions');
  return (
    <EmptyState title={t('nothing')}>
      <p>{t(HINTS[tab])}</p>
    </EmptyState>
  );
}

type RowProps = {
  readonly number: number;
  readonly transaction: Transaction;
  /** When the table was opened; it decides which times are shown as today's. */
  readonly nowMs: number;
};

function Row({ number, transaction, nowMs }: RowProps) {
  const { t } = useTranslation(['transactions', 'stages']);
  const format = useFormat();
  const { transaction_id: id, stage } = transaction;
  const typeText = TYPE_TEXTS.get(transaction.transaction_type_id);
  const statusText = STATUS_TEXTS.get(transaction.transaction_status);
  return (
    <tr>
      <td>{number}</td>
      <td>{format.euros(transaction.amount)}</td>
      <td>{typeText === undefined ? transaction.transaction_type : t(typeText)}</td>
      <td>
        <Badge tone={toneOf(transaction.transaction_status)}>
          {statusText === undefined ? transaction.transaction_status : t(statusText)}
        </Badge>
        <small>{t(`stages:${stage}`)}</small>
        {CANCELLABLE.has(stage) && <Cancel id={id} />}
      </td>
      <td className={classes['number']}>{id}</td>
      <td>{format.moment(transaction.created_at, nowMs)}</td>
    </tr>
  );
}

/** The stages in which the customer can cancel a transaction. */
const CANCELLABLE: ReadonlySet<TransactionStage> = new Set([
  'withdrawal-waiting-for-us',
  'deposit-waiting-for-you',
  'deposit-waiting-for-transfer',
  'deposit-waiting-for-provider',
]);

function Cancel({ id }: { readonly id: string }) {
  const { t } = useTranslation('transactions');
  const rejectionText = useRejectionText();
  const [isSending, setIsSending] = useState(false);
  const cancel = async (): Promise<void> => {
    setIsSending(true);
    const result = await call(cancelTransaction, { body: { transaction_id: id } });
    if (result.kind === 'refusal') showErrorToast(rejectionText(result));
    else if (result.kind === 'failure') showErrorToast(t('failed'));
    await reload(listTransactions);
    setIsSending(false);
  };
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('cancelNamed', { id })}
      loading={isSending}
      onClick={() => void cancel()}
    >
      {t('cancel')}
    </Button>
  );
}

const TONES: Readonly<Record<string, Tone>> = {
  Approved: 'up',
  Failed: 'down',
  Rejected: 'down',
  Cancelled: 'neutral',
};

function toneOf(status: string): Tone {
  return TONES[status] ?? 'warn';
}
