import {
  API_KEY_NAME_LENGTH_MAX,
  API_SCOPES,
  createApiKey,
  type ApiScope,
} from '@halyard/contract/api-keys';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { checkRequired, collectFaults } from '#forms/faults.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { afterStepUp, useStepUp } from '#forms/step-up.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import classes from './api-keys.module.css';

type NewKeyProps = {
  readonly onCreated: (key: string) => void;
  readonly onCancel: () => void;
};

const EMPTY = { name: '', scope: String(API_SCOPES[0]), networks: '', until: '' };

export function NewKey({ onCreated, onCancel }: NewKeyProps) {
  const { t } = useTranslation('api-keys');
  const stepUpControl = useStepUp();
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: [],
    check: ({ name }) =>
      collectFaults<Pick<typeof EMPTY, 'name'>>({ name: checkRequired(name, 'name') }),
    send: (values) => {
      const { name, networks, until } = values;
      const scope: ApiScope = values.scope === 'trade' ? 'trade' : 'read';
      const body = {
        name,
        scope,
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
