import {
  API_KEY_NAME_LENGTH_MAX,
  API_SCOPES,
  createApiKey,
  type ApiScope,
} from '@halyard/contract/api-keys';
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/practice/practice';
import { useTranslation } from 'react-i18next';
import { checkRequired, collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { afterStepUp, useStepUp } from '#forms/step-up.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, NativeSelect, TextInput } from '#ui/controls.ts';
import classes from './api-keys.module.css';

type NewKeyProps = {
  readonly onCreated: (key: string) => void;
  readonly onCancel: () => void;
};

const EMPTY = {
  name: '',
  scope: String(API_SCOPES[0]),
  environment: String(ACCOUNT_KINDS[0]),
  networks: '',
  until: '',
};

export function NewKey({ onCreated, onCancel }: NewKeyProps) {
  const { t } = useTranslation('api-keys');
  const stepUpControl = useStepUp();
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: [],
    check: ({ name }) =>
      collectProblems<Pick<typeof EMPTY, 'name'>>({ name: checkRequired(name, 'name') }),
    send: (values) => {
      const { name, networks, until } = values;
      const scope: ApiScope = values.scope === 'trade' ? 'trade' : 'read';
      const environment: AccountKind = values.environment === 'practice' ? 'practice' : 'live';
      const body = {
        name,
        scope,
        environment,
        networks: networks.split(/[\s,]+/).filter((one) => one !== ''),
        ...(until === '' ? {} : { until }),
      };
      return stepUpControl.run(afterStepUp(createApiKey, { body }));
    },
    onDone: ({ key }) => onCreated(key),
    fieldOfRejection: () => undefined,
    noAnswerText: t('failed'),
  });
  return (
    <form className={classes['form']} onSubmit={form.submit} noValidate>
      <div className={classes['fields']}>
        <TextInput
          label={t('name')}
          maxLength={API_KEY_NAME_LENGTH_MAX}
          data-autofocus
          {...form.text('name')}
        />
        <NativeSelect label={t('scope')} {...form.text('scope')}>
          {API_SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {t(scope)}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect label={t('environment')} {...form.text('environment')}>
          {ACCOUNT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(kind)}
            </option>
          ))}
        </NativeSelect>
        <TextInput label={t('until')} type="date" {...form.text('until')} />
      </div>
      <TextInput
        label={t('networks')}
        description={t('networksHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.text('networks')}
      />
      <FormFailure form={form} />
      <div className={classes['actions']}>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={form.isSending}>
          {t('createNow')}
        </Button>
      </div>
      {stepUpControl.dialog}
    </form>
  );
}
