// The withdrawal dialog.
import { sendConfirmation } from '@halyard/contract/identity/credentials';
import { getBalance } from '@halyard/contract/trading';
import {
  createTransaction,
  getWithdrawalTerms,
  WITHDRAW_METHOD,
} from '@halyard/contract/transactions';
import { negateCents, toEuros } from '@halyard/core/money';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import { call } from '#data/http/api.ts';
import { useRouteQuery } from '#data/http/query.ts';
import { toCents } from '#data/market/trading-core.ts';
import { afterStepUp, useStepUp } from '#forms/step-up.tsx';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { useRequestId } from '#forms/use-request-id.ts';
import { readAmount } from '#i18n/figure-text.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { paymentPath } from '#paths.ts';
import { Button, Textarea, TextInput } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SplitList } from './split-list.tsx';
import { checkWithdrawal, EMPTY_WITHDRAWAL, type WithdrawalValues } from './withdrawal-form.ts';
import classes from './withdrawal.module.css';

const THANKS_MS = 1_500;
const BALANCE_POLL_MS = 5_000;

type WithdrawalProps = {
  /** Called when the request was accepted and the confirmation was read. */
  readonly onDone: () => void;
};

export function Withdrawal({ onDone }: WithdrawalProps) {
  const { t } = useTranslation(['withdrawal', 'refusals']);
  const [isDone, setIsDone] = useState(false);
  const balance = useRouteQuery(getBalance, {}, { pollEveryMs: BALANCE_POLL_MS, freshForMs: 0 });
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(onDone, THANKS_MS);
    return () => clearTimeout(timer);
  }, [isDone, onDone]);
  if (isDone) return <Notice tone="up">{t('contacted')}</Notice>;
  return (
    <Loaded query={balance}>
      {({ withdrawable }) =>
        withdrawable <= 0 ? (
          <EmptyState title={t('refusals:nothing-to-withdraw')}>
            <p>{t('nothingHint')}</p>
            <p>
              <Link to={paymentPath('deposit')}>{t('toDeposit')}</Link>
            </p>
          </EmptyState>
        ) : (
          <WithdrawalForm withdrawable={withdrawable} onDone={() => setIsDone(true)} />
        )
      }
    </Loaded>
  );
}

type WithdrawalFormProps = { readonly withdrawable: number; readonly onDone: () => void };

function WithdrawalForm({ withdrawable, onDone }: WithdrawalFormProps) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const language = currentLanguage();
  const stepUpControl = useStepUp();
  const request = useRequestId();
  const terms = useRouteQuery(getWithdrawalTerms, {}).data;
  const form = useCheckedForm({
    initialValues: EMPTY_WITHDRAWAL,
    secrets: [],
    check: (values) => checkWithdrawal(values, { maximumCents: toCents(withdrawable), language }),
    send: async (values) => {
      const result = await stepUpControl.run(
        afterStepUp(createTransaction, toInput(values, request)),
      );
      if (result.kind !== 'failure') request.renew();
      return result;
    },
    onDone,
    fieldOfRejection: (code) => (AMOUNT_REJECTIONS.includes(code) ? 'amount' : undefined),
    noAnswerText: t('failed'),
  });
  return (
    <form className={classes['form']} onSubmit={form.submit} noValidate>
      <Unconfirmed />
      <TextInput
        label={t('amount')}
        description={
          terms === undefined
            ? t('available', { amount: format.euros(withdrawable) })
            : t('range', {
                minimum: format.euros(terms.minimum),
                amount: format.euros(withdrawable),
              })
        }
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        leftSection="€"
        {...form.text('amount')}
      />
      {terms !== undefined && (
        <SplitList amount={form.values.amount} maximum={withdrawable} terms={terms} />
      )}
      <Textarea
        label={t('comments')}
        description={t('commentsHint')}
        name="comments"
        rows={4}
        {...form.text('comments')}
      />
      <Checkbox label={t('agreement')} name="agree" {...form.checkbox('agree')} />
      <FormFailure form={form} />
      <Button type="submit" size="lg" fullWidth loading={form.isSending}>
        {t('submit')}
      </Button>
      {stepUpControl.dialog}
    </form>
  );
}

const AMOUNT_REJECTIONS: readonly string[] = ['withdraw-maximum', 'amount-too-small'];

/** Builds the request; withdrawals are negative on the wire. */
function toInput(values: WithdrawalValues, request: ReturnType<typeof useRequestId>) {
  const cents = readAmount(values.amount, currentLanguage());
  if (cents === undefined) throw new Error('The form was checked.');
  const { amount, comments } = values;
  const requestId = request.idFor({ amount, comments });
  return {
    body: { amount: toEuros(negateCents(cents)), method: WITHDRAW_METHOD, comments, requestId },
  } as const;
}

/** Explains that the email must be confirmed before a withdrawal. */
function Unconfirmed() {
  const { t } = useTranslation(['withdrawal', 'refusals']);
  const user = useAccount();
  const [stage, setStage] = useState<'asked' | 'sending' | 'sent' | 'failed'>('asked');
  if (user === undefined || user.email_confirmed) return null;
  const send = async (): Promise<void> => {
    setStage('sending');
    const result = await call(sendConfirmation, {});
    setStage(result.kind === 'data' ? 'sent' : 'failed');
  };
  return (
    <div className={classes['unconfirmed']}>
      <Notice tone="warn">{t('refusals:email-unconfirmed')}</Notice>
      {stage === 'failed' && <Notice tone="down">{t('linkFailed')}</Notice>}
      {stage === 'sent' ? (
        <p className="muted">{t('linkSent', { email: user.email })}</p>
      ) : (
        <Button
          variant="default"
          size="sm"
          loading={stage === 'sending'}
          onClick={() => void send()}
        >
          {t('sendLink')}
        </Button>
      )}
    </div>
  );
}
