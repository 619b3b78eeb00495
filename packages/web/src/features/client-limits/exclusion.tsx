import {
  excludeOneself,
  getSafeguards,
  SELF_EXCLUSION_MONTHS_MAX,
  SELF_EXCLUSION_MONTHS_MIN,
  takeTimeOut,
  type Safeguards,
} from '@halyard/contract/client-limits';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import type { CallResult } from '#data/http/call.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { afterStepUp, useStepUp } from '#forms/step-up.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { useFormat } from '#i18n/format.ts';
import { Button, NativeSelect } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { Card } from '#ui/card.tsx';
import { isAwaited } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './client-limits.module.css';

const TIME_OUT_DAYS = [1, 7, 14, 42] as const;
const MONTHS = [SELF_EXCLUSION_MONTHS_MIN, 12, 24, SELF_EXCLUSION_MONTHS_MAX] as const;
const FOR_EVER = 'ever';

/**
 * The forms of time-out and self-exclusion, which stop openings and deposits; closing and
 * withdrawing stay possible.
 */
export function Exclusion() {
  const { t } = useTranslation('safeguards');
  const query = useRouteQuery(getSafeguards, {});
  const exclusion = query.data?.exclusion;
  const { run, dialog } = useStepUp();
  const exclude = (value: string): Promise<CallResult<Safeguards>> => {
    const months = value === FOR_EVER ? null : Number(value);
    return run(afterStepUp(excludeOneself, { body: { months } }));
  };
  // The section waits for the limits above it, which would otherwise push it down.
  if (isAwaited(query)) return null;
  return (
    <Card title={t('exclusionTitle')}>
      <div className={classes['body']}>
        <p className="muted">{t('exclusionText')}</p>
        {exclusion !== undefined && exclusion !== null && <Standing exclusion={exclusion} />}
        <ChoiceForm
          label={t('timeOut')}
          button={t('takeTimeOut')}
          options={TIME_OUT_DAYS.map((days) => [String(days), t('days', { count: days })])}
          send={(value) => call(takeTimeOut, { body: { days: Number(value) } })}
        />
        <ChoiceForm
          label={t('selfExclusion')}
          button={t('exclude')}
          options={[
            ...MONTHS.map((months) => [String(months), t('months', { count: months })] as const),
            [FOR_EVER, t('forEver')],
          ]}
          send={exclude}
        />
        {dialog}
      </div>
    </Card>
  );
}

function Standing({ exclusion }: { readonly exclusion: NonNullable<Safeguards['exclusion']> }) {
  const { t } = useTranslation('safeguards');
  const format = useFormat();
  if (exclusion.ends_at === null) return <Notice tone="warn">{t('exclusionStandsForEver')}</Notice>;
  const until = format.fullMoment(exclusion.ends_at);
  return (
    <Notice tone="warn">
      {t(exclusion.kind === 'time-out' ? 'timeOutStands' : 'exclusionStands', { until })}
    </Notice>
  );
}

type ChoiceFormProps = {
  readonly label: string;
  readonly button: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly send: (value: string) => Promise<CallResult<Safeguards>>;
};

/** An exclusion can't be shortened, so the form requires an explicit confirmation. */
function ChoiceForm({ label, button, options, send }: ChoiceFormProps) {
  const { t } = useTranslation('safeguards');
  const form = useCheckedForm({
    initialValues: { value: options[0]?.[0] ?? '', knows: false },
    secrets: [],
    check: ({ knows }) =>
      collectProblems<{ value: string; knows: boolean }>({
        value: undefined,
        knows: knows ? undefined : { kind: 'fieldRequired' },
      }),
    send: ({ value }) => send(value),
    onDone: () => {
      form.reset();
      void reload(getSafeguards);
    },
    fieldOfRejection: () => undefined,
    noAnswerText: t('failed'),
  });
  return (
    <form className={classes['choice']} onSubmit={form.submit} noValidate>
      <NativeSelect label={label} {...form.text('value')}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </NativeSelect>
      <Checkbox label={t('knows')} {...form.checkbox('knows')} />
      <FormFailure form={form} />
      <Button type="submit" variant="default" loading={form.isSending}>
        {button}
      </Button>
    </form>
  );
}
