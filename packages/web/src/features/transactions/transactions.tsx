// Money in and out as it stands: a table for each kind of transaction.
import {
  cancelTransaction,
  listTransactions,
  type Transaction,
  type TransactionTab,
} from '@halyard/contract/transactions';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#data/api.ts';
import { useRouteQuery } from '#data/query.ts';
import { useFormat } from '#i18n/format.ts';
import { useRefusalText } from '#i18n/refusal-text.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PlusIcon } from '#ui/icons.tsx';
import { Loading } from '#ui/loading.tsx';
import { showErrorToast } from '#ui/toast.ts';
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
  readonly token: string;
  /** Where a new one of this kind begins; bonuses and credits are not asked for. */
  readonly newPath: string | undefined;
};

export function Transactions({ tab, token, newPath }: TransactionsProps) {
  const { t } = useTranslation('transactions');
  // Pages are asked for one by one; each begins before the last id of the page above it.
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  const plus = newPath !== undefined && (
    <Link
      to={newPath}
      className={classes['plus']}
      aria-label={t(tab === 'deposits' ? 'newDeposit' : 'newWithdrawal')}
    >
      <PlusIcon />
    </Link>
  );
  return (
    <Card title={t(tab)} aside={plus} flush>
      <div className={classes['holder']}>
        <SwipeHint />
        <Pages
          tab={tab}
          token={token}
          starts={starts}
          onOlder={(id) => setStarts([...starts, id])}
        />
      </div>
    </Card>
  );
}

type PagesProps = {
  readonly tab: TransactionTab;
  readonly token: string;
  readonly starts: readonly (string | undefined)[];
  readonly onOlder: (before: string) => void;
};

function Pages({ tab, token, starts, onOlder }: PagesProps) {
  const { t } = useTranslation('transactions');
  const [older, setOlder] = useState<readonly Transaction[]>([]);
  const [nowMs] = useState(() => Date.now());
  const before = starts.at(-1);
  const page = usePage({ tab, token, before });
  if (page.data === undefined) return <Loading label={t('loading')} />;
  const rows = [...older, ...page.data];
  const last = rows.at(-1);
  const showOlder = (): void => {
    if (last === undefined) return;
    setOlder(rows);
    onOlder(last.transaction_id);
  };
  if (rows.length === 0) return <Nothing tab={tab} />;
  const columns = [
    t('count'),
    t('amount'),
    { text: t('type') },
    { text: t('status') },
    { text: t('number') },
    t('time'),
  ];
  return (
    <>
      <DataTable caption={t(tab)} columns={columns}>
        {rows.map((one, index) => (
          <Row
            nowMs={nowMs}
            key={one.transaction_id}
            number={index + 1}
            transaction={one}
            onChanged={() => void page.refetch()}
          />
        ))}
      </DataTable>
      {page.data.length === PAGE_SIZE && (
        <div className={classes['older']}>
          <Button variant="default" size="sm" onClick={showOlder}>
            {t('older')}
          </Button>
        </div>
      )}
    </>
  );
}

function usePage(page: {
  readonly tab: TransactionTab;
  readonly token: string;
  readonly before: string | undefined;
}) {
  const { tab, token, before } = page;
  const query = { tab, limit: PAGE_SIZE, ...(before === undefined ? {} : { before }) };
  return useRouteQuery(
    listTransactions,
    { params: { token }, query },
    { pollEveryMs: POLL_MS, freshForMs: 0 },
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
  /** When the table was opened: what is of today is told from it. */
  readonly nowMs: number;
  readonly onChanged: () => void;
};

function Row({ number, transaction, nowMs, onChanged }: RowProps) {
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
        {stage === 'withdrawal-waiting-for-us' && <Cancel id={id} onCancelled={onChanged} />}
      </td>
      <td className={classes['number']}>{id}</td>
      <td>{format.moment(transaction.created_at, nowMs)}</td>
    </tr>
  );
}

function Cancel({ id, onCancelled }: { readonly id: string; readonly onCancelled: () => void }) {
  const { t } = useTranslation('transactions');
  const refusalText = useRefusalText();
  const [isSending, setIsSending] = useState(false);
  const cancel = async (): Promise<void> => {
    setIsSending(true);
    const result = await call(cancelTransaction, { body: { transaction_id: id } });
    setIsSending(false);
    if (result.kind === 'refusal') showErrorToast(refusalText(result));
    else if (result.kind === 'failure') showErrorToast(t('failed'));
    onCancelled();
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
