import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/practice/practice';
import { WEBHOOK_EVENTS, type NewWebhook, type WebhookEvent } from '@halyard/contract/v1/webhooks';
import { createOwnWebhook } from '@halyard/contract/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkRequired, collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { afterStepUp, useStepUp } from '#forms/step-up.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, NativeSelect, TextInput } from '#ui/controls.ts';
import { EVENT_TEXTS } from './webhook-texts.ts';
import classes from './webhooks.module.css';

type NewWebhookProps = {
  readonly onCreated: (created: NewWebhook) => void;
  readonly onCancel: () => void;
};

const EMPTY = { url: '', environment: String(ACCOUNT_KINDS[0]) };
const URL_LENGTH_MAX = 500;

export function NewWebhookForm({ onCreated, onCancel }: NewWebhookProps) {
  const { t } = useTranslation('webhooks');
  const stepUp = useStepUp();
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: [],
    check: ({ url }) =>
      collectProblems<Pick<typeof EMPTY, 'url'>>({ url: checkRequired(url, 'url') }),
    send: ({ url, environment }) => {
      const kind: AccountKind = environment === 'practice' ? 'practice' : 'live';
      const body = { url: url.trim(), environment: kind, events: [...events] };
      return stepUp.run(afterStepUp(createOwnWebhook, { body }));
    },
    onDone: onCreated,
    fieldOfRejection: (code) => (code === 'webhook-target-refused' ? 'url' : undefined),
    noAnswerText: t('failed'),
  });
  const toggle = (event: WebhookEvent, isOn: boolean): void =>
    setEvents(WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : events.includes(one))));
  return (
    <form className={classes['form']} onSubmit={form.submit} noValidate>
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="url"
        maxLength={URL_LENGTH_MAX}
        data-autofocus
        {...form.text('url')}
      />
      <NativeSelect label={t('environment')} {...form.text('environment')}>
        {ACCOUNT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(kind)}
          </option>
        ))}
      </NativeSelect>
      <fieldset className={classes['events']}>
        <legend>{t('events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className={classes['choice']}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={(change) => toggle(event, change.currentTarget.checked)}
            />
            {t(EVENT_TEXTS[event])} <code>{event}</code>
          </label>
        ))}
      </fieldset>
      <FormFailure form={form} />
      <div className={classes['actions']}>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={events.length === 0} loading={form.isSending}>
          {t('createNow')}
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}
