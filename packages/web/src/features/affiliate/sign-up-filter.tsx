import { SIGN_UP_FILTERS } from '@halyard/contract/affiliates';
import { useTranslation } from 'react-i18next';
import type { SignUpFilter as Filter } from '#data/auth/affiliate.ts';
import { collectProblems, type Problem } from '#forms/problems.ts';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, NativeSelect, TextInput } from '#ui/controls.ts';
import classes from './affiliate.module.css';

const EMPTY = { where: '', from: '', until: '' };
type Values = typeof EMPTY;

type SignUpFilterProps = {
  readonly isApplied: boolean;
  readonly onApply: (filter: Filter) => void;
};

/** The filter of sign-ups: the kind of day, and its range. All three are required. */
export function SignUpFilter({ isApplied, onApply }: SignUpFilterProps) {
  const { t } = useTranslation('affiliate');
  const form = useCheckedForm<Values, Values>({
    initialValues: EMPTY,
    secrets: [],
    check: ({ where, from, until }) =>
      collectProblems<Values>({
        where: checkGiven(where),
        from: checkGiven(from),
        until: checkGiven(until) ?? checkOrder(from, until),
      }),
    send: (values) => Promise.resolve({ kind: 'data', data: values }),
    onDone: ({ where, from, until }) =>
      onApply({ where: SIGN_UP_FILTERS.find((one) => one === where), from, until }),
    fieldOfRejection: () => undefined,
    noAnswerText: '',
  });
  const showAll = (): void => {
    form.reset();
    onApply({});
  };
  return (
    <form className={classes['filter']} onSubmit={form.submit} noValidate>
      <NativeSelect label={t('where')} {...form.text('where')}>
        <option value="">{t('choose')}</option>
        <option value="created_at">{t('whereCreated')}</option>
        <option value="transactions">{t('whereTransactions')}</option>
      </NativeSelect>
      <TextInput label={t('from')} type="date" {...form.text('from')} />
      <TextInput label={t('until')} type="date" {...form.text('until')} />
      <div className={classes['actions']}>
        <Button type="submit">{t('apply')}</Button>
        {isApplied && (
          <Button variant="default" onClick={showAll}>
            {t('showAll')}
          </Button>
        )}
      </div>
    </form>
  );
}

function checkGiven(value: string): Problem | undefined {
  return value === '' ? { kind: 'fieldRequired' } : undefined;
}

/** Checks that the range is not reversed; both are days such as 2026-01-31. */
function checkOrder(from: string, until: string): Problem | undefined {
  return from > until ? { kind: 'periodReversed' } : undefined;
}
