// Deposits: a method and an amount. Card payments continue on the provider's page; for others the
// account manager contacts the customer.
import type { BankAccount } from '@halyard/contract/config';
import type { PaymentStep } from '@halyard/contract/providers';
import { getDepositTerms, PAYMENT_METHOD_IDS } from '@halyard/contract/transactions';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import type { CallResult } from '#data/http/call.ts';
import { useConfigQuery } from '#data/http/config.ts';
import { isProfileComplete } from '#data/auth/profile-complete.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { useRequestId } from '#forms/use-request-id.ts';
import { readAmount } from '#i18n/figure-text.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { BankDetails } from './bank-details.tsx';
import { DepositCap } from './deposit-cap.tsx';
import { checkDeposit, methodKey, type PaymentMethod } from './deposit-form.ts';
import classes from './deposit.module.css';
import { HandOver } from './hand-over.tsx';
import { MethodChoice } from './method-choice.tsx';
import { type Paid, pay } from './pay.ts';
import type { Transfer } from './transfer-code.ts';

export { PaymentReturn } from './payment-return.tsx';

const THANKS_MS = 1_500;

type DepositPaths = { readonly accountPath: string; readonly transactionsPath: string };
type DepositProps = DepositPaths & { readonly onClose: () => void };

/** The deposit dialog. */
export function Deposit({ onClose, ...paths }: DepositProps) {
  const { t } = useTranslation(['deposit', 'forms']);
  return (
    <ModalDialog size="md" title={t('title')} onClose={onClose} closeLabel={t('forms:close')}>
      <Content {...paths} />
    </ModalDialog>
  );
}

function Content({ accountPath, transactionsPath }: DepositPaths) {
  const { t } = useTranslation(['deposit', 'refusals']);
  const user = useAccount();
  const config = useConfigQuery();
  const [step, setStep] = useState<PaymentStep>();
  if (user === undefined) return <Loading label={t('loading')} />;
  if (!isProfileComplete(user)) {
    return (
      <div className={classes['form']}>
        <Notice tone="warn">
          <Link to={accountPath} className={classes['plain']} data-autofocus>
            {t('refusals:profile-incomplete')}
          </Link>
        </Notice>
        <p className="muted">{t('incompleteHint')}</p>
      </div>
    );
  }
  if (step !== undefined) return <HandOver step={step} />;
  return (
    <Loaded query={config}>
      {({ payment_methods: methods, bank_account: account }) => (
        <DepositForm
          methods={methods}
          account={account}
          transactionsPath={transactionsPath}
          onStep={setStep}
        />
      )}
    </Loaded>
  );
}

type DepositFormProps = {
  readonly methods: readonly PaymentMethod[];
  readonly account: BankAccount | undefined;
  readonly transactionsPath: string;
  readonly onStep: (step: PaymentStep) => void;
};

function DepositForm({ methods, account, transactionsPath, onStep }: DepositFormProps) {
  const { t } = useTranslation(['deposit', 'forms']);
  const language = currentLanguage();
  const request = useRequestId();
  const thanks = useThanks();
  const [transfer, setTransfer] = useState<Transfer>();
  const terms = useRouteQuery(getDepositTerms, { body: {} }, { freshForMs: 0 }).data;
  const maximum = terms?.unverified_maximum ?? undefined;
  const [first] = methods;
  const form = useCheckedForm({
    initialValues: { amount: '', method: first === undefined ? '' : methodKey(first) },
    secrets: [],
    check: (values) => checkDeposit(values, { language, maximum }),
    send: async (values): Promise<CallResult<Paid>> => {
      const amountCents = readAmount(values.amount, language);
      if (amountCents === undefined) throw new Error('The form was checked.');
      const attempts = methods.filter((one) => methodKey(one) === values.method);
      const idFor = ({ provider }: PaymentMethod) => request.idFor({ ...values, provider });
      const result = await pay({ attempts, amountCents, idFor });
      if (result.kind !== 'failure') request.renew();
      return result;
    },
    onDone: (paid) => {
      if (paid.kind === 'step') return onStep(paid.step);
      const { amountCents, transactionId: reference } = paid;
      const isTransfer = account !== undefined && paid.methodId === PAYMENT_METHOD_IDS.bank;
      setTransfer(isTransfer ? { account, amountCents, reference } : undefined);
      form.reset();
      thanks.show();
      void reload(getDepositTerms);
    },
    fieldOfRejection: (code) => (AMOUNT_REJECTIONS.includes(code) ? 'amount' : undefined),
    noAnswerText: t('failed'),
  });
  return (
    <form className={classes['form']} onSubmit={form.submit} noValidate>
      <MethodChoice methods={methods} field={form.text('method')} />
      <TextInput
        label={t('amount')}
        description={t('minimumHint')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        leftSection="€"
        data-autofocus
        {...form.text('amount')}
      />
      <DepositCap terms={terms} transactionsPath={transactionsPath} />
      <FormFailure form={form} />
      {thanks.isShown && <Notice tone="up">{t('contacted')}</Notice>}
      <Button type="submit" size="lg" fullWidth loading={form.isSending}>
        {t('submit')}
      </Button>
      {transfer !== undefined && <BankDetails transfer={transfer} />}
      {thanks.wasShown && (
        <p className={classes['foot']}>
          <Link to={transactionsPath}>{t('toTransactions')}</Link>
        </p>
      )}
    </form>
  );
}

const AMOUNT_REJECTIONS: readonly string[] = ['deposit-minimum', 'amount-too-large'];

function useThanks() {
  const [isShown, setIsShown] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setIsShown(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  const show = (): void => {
    setIsShown(true);
    setWasShown(true);
  };
  return { isShown, wasShown, show };
}
