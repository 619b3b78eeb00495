// Paying in: a method and an amount; a card goes on to its provider's page, everything else is left
// to the account manager.
import { sendTransaction } from '@halyard/contract/providers';
import type { PaymentStep } from '@halyard/contract/providers';
import { createTransaction } from '@halyard/contract/transactions';
import { toEuros } from '@halyard/core/money';
import { Button, Modal, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#data/account.ts';
import { call } from '#data/api.ts';
import type { CallResult } from '#data/call.ts';
import { useConfigQuery } from '#data/config.ts';
import { isProfileComplete } from '#data/profile-complete.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { useRequestId } from '#forms/use-request-id.ts';
import { readAmount } from '#i18n/figure-text.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { NO_BANNER } from '#ui/dialog.ts';
import '#ui/dialog-styles.ts';
import { Loaded } from '#ui/loaded.tsx';
import { Loading } from '#ui/loading.tsx';
import { Notice } from '#ui/notice.tsx';
import { checkDeposit, methodKey, type DepositValues, type PaymentMethod } from './deposit-form.ts';
import classes from './deposit.module.css';
import { HandOver } from './hand-over.tsx';
import { MethodChoice } from './method-choice.tsx';

export { PaymentReturn } from './payment-return.tsx';

const THANKS_MS = 1_500;

type DepositPaths = { readonly accountPath: string; readonly transactionsPath: string };
type DepositProps = DepositPaths & { readonly onClose: () => void };

/** The dialog in which a customer pays in. */
export function Deposit({ onClose, ...paths }: DepositProps) {
  const { t } = useTranslation(['deposit', 'forms']);
  return (
    <Modal
      opened
      centered
      size="md"
      title={t('title')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('forms:close') }}
      attributes={NO_BANNER}
    >
      <Content {...paths} />
    </Modal>
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
      {({ payment_methods: methods }) => (
        <DepositForm methods={methods} transactionsPath={transactionsPath} onStep={setStep} />
      )}
    </Loaded>
  );
}

type DepositFormProps = {
  readonly methods: readonly PaymentMethod[];
  readonly transactionsPath: string;
  readonly onStep: (step: PaymentStep) => void;
};

function DepositForm({ methods, transactionsPath, onStep }: DepositFormProps) {
  const { t } = useTranslation(['deposit', 'forms']);
  const language = currentLanguage();
  const request = useRequestId();
  const thanks = useThanks();
  const [first] = methods;
  const form = useCheckedForm({
    initialValues: { amount: '', method: first === undefined ? '' : methodKey(first) },
    secrets: [],
    check: (values) => checkDeposit(values, language),
    send: async (values): Promise<CallResult<PaymentStep | undefined>> => {
      const result = await pay(methods, values, request.idFor(values));
      if (result.kind !== 'failure') request.renew();
      return result;
    },
    onDone: (step) => {
      if (step !== undefined) return onStep(step);
      form.reset();
      thanks.show();
    },
    fieldOfRefusal: (code) => (AMOUNT_REFUSALS.includes(code) ? 'amount' : undefined),
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
      <FormFailure form={form} />
      {thanks.isShown && <Notice tone="up">{t('contacted')}</Notice>}
      <Button type="submit" size="lg" fullWidth loading={form.isSending}>
        {t('submit')}
      </Button>
      {thanks.wasShown && (
        <p className={classes['foot']}>
          <Link to={transactionsPath}>{t('toTransactions')}</Link>
        </p>
      )}
    </form>
  );
}

const AMOUNT_REFUSALS: readonly string[] = ['deposit-minimum', 'amount-too-large'];

/** Creates the deposit and, of a card, hands it to its provider; the next step, if there is one. */
async function pay(
  methods: readonly PaymentMethod[],
  values: DepositValues,
  requestId: string,
): Promise<CallResult<PaymentStep | undefined>> {
  const method = methods.find((one) => methodKey(one) === values.method);
  const cents = readAmount(values.amount, currentLanguage());
  if (method === undefined || cents === undefined) throw new Error('The form was checked.');
  const { provider } = method;
  const created = await call(createTransaction, {
    body: {
      amount: toEuros(cents),
      method: method.id as 1 | 2 | 3 | 9,
      requestId,
      ...(provider === undefined ? {} : { provider }),
    },
  });
  if (created.kind !== 'data') return created;
  if (provider === undefined) return { kind: 'data', data: undefined };
  const body = { transaction_id: created.data.transaction_id };
  return call(sendTransaction, { params: { provider }, body });
}

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
