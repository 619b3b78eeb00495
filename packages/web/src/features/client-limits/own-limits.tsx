import {
  getSafeguards,
  keepLimit,
  RAISE_WAITS_HOURS,
  setLimit,
  type Safeguards,
} from '@halyard/contract/client-limits';
import { toEuros } from '@halyard/core/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { readAmount } from '#i18n/figure-text.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { showErrorToast } from '#ui/feedback/toast.ts';
import { Row, RowList } from '#ui/lists/row-list.tsx';
import classes from './client-limits.module.css';

type OwnLimit = Safeguards['limits'][number];

const NAMES = {
  deposit: { day: 'depositDay', week: 'depositWeek', month: 'depositMonth' },
  loss: { day: 'lossDay', week: 'lossWeek', month: 'lossMonth' },
} as const;

/** Deposit and loss limits: lower ones apply at once, higher ones after a day. */
export function OwnLimits() {
  const { t } = useTranslation('safeguards');
  const query = useRouteQuery(getSafeguards, {});
  return (
    <Card title={t('limitsTitle')} flush>
      <p className={classes['intro']}>{t('limitsText', { hours: RAISE_WAITS_HOURS })}</p>
      <Loaded query={query}>
        {({ limits }) => (
          <RowList>
            {limits.map((limit) => (
              <LimitRow key={`${limit.kind} ${limit.period} ${limit.amount}`} limit={limit} />
            ))}
          </RowList>
        )}
      </Loaded>
    </Card>
  );
}

function LimitRow({ limit }: { readonly limit: OwnLimit }) {
  const { t } = useTranslation('safeguards');
  const format = useFormat();
  const name = t(NAMES[limit.kind][limit.period]);
  const used = format.euros(limit.used);
  const state =
    limit.amount === null
      ? t('unlimited', { used })
      : t('usedOf', { used, amount: format.euros(limit.amount) });
  return (
    <Row
      name={name}
      hint={`${state} · ${t('resets', { moment: format.day(limit.resets_at) })}`}
      more={limit.next !== null && <Waiting limit={limit} name={name} next={limit.next} />}
    >
      <LimitForm limit={limit} name={name} />
    </Row>
  );
}

type WaitingProps = {
  readonly limit: OwnLimit;
  readonly name: string;
  readonly next: NonNullable<OwnLimit['next']>;
};

/** A pending change of a limit, which can be cancelled until it applies. */
function Waiting({ limit, name, next }: WaitingProps) {
  const { t } = useTranslation('safeguards');
  const format = useFormat();
  const [isSending, setIsSending] = useState(false);
  const at = format.fullMoment(next.at);
  const keep = async (): Promise<void> => {
    setIsSending(true);
    const { kind, period } = limit;
    const result = await call(keepLimit, { body: { kind, period } });
    if (result.kind !== 'data') showErrorToast(t('failed'));
    await reload(getSafeguards);
    setIsSending(false);
  };
  return (
    <p className={classes['waiting']}>
      {next.amount === null
        ? t('removedAt', { at })
        : t('changesAt', { amount: format.euros(next.amount), at })}{' '}
      <Button
        variant="default"
        size="xs"
        aria-label={t('keepNamed', { name })}
        loading={isSending}
        onClick={() => void keep()}
      >
        {t('keep')}
      </Button>
    </p>
  );
}

function LimitForm({ limit, name }: { readonly limit: OwnLimit; readonly name: string }) {
  const { t } = useTranslation(['safeguards', 'forms']);
  const language = currentLanguage();
  const form = useCheckedForm({
    initialValues: { amount: '' },
    secrets: [],
    check: ({ amount }) =>
      collectProblems<{ amount: string }>({
        amount:
          amount.trim() !== '' && readAmount(amount, language) === undefined
            ? { kind: 'amountInvalid' }
            : undefined,
      }),
    send: ({ amount }) => {
      const cents = readAmount(amount, language);
      const { kind, period } = limit;
      const wanted = cents === undefined ? null : toEuros(cents);
      return call(setLimit, { body: { kind, period, amount: wanted } });
    },
    onDone: () => {
      form.reset();
      void reload(getSafeguards);
    },
    fieldOfRejection: () => 'amount',
    noAnswerText: t('failed'),
  });
  return (
    <form className={classes['form']} onSubmit={form.submit} noValidate>
      <TextInput
        aria-label={t('newLimit', { name })}
        placeholder={t('none')}
        inputMode="decimal"
        autoComplete="off"
        leftSection="€"
        {...form.text('amount')}
      />
      <Button type="submit" variant="default" loading={form.isSending}>
        {t('set')}
      </Button>
      <FormFailure form={form} />
    </form>
  );
}
