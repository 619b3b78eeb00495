// A form that a page holds: name, email and message, sent to the content store.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResult } from '#data/http/call.ts';
import { useFormSender, type FormAnswer } from '#data/storage/content.ts';
import { checkLine, checkMailbox, collectProblems, type Problems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { TrapField } from '#forms/trap-field.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, Textarea, TextInput } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './cms-form.module.css';

const MESSAGE_LENGTH_MAX = 4000;
const LINE_LENGTH_MAX = 200;
const NAME_PATTERN = /^[a-zA-Z][\w-]{0,63}$/;
const DEFAULT_FORM = 'contact';

const EMPTY = { name: '', email: '', message: '', website: '' };
type Values = typeof EMPTY;

/** The form's name in the content store. */
export function CmsForm({ form: named }: { readonly form: string }) {
  const { t } = useTranslation(['content', 'forms']);
  const send = useFormSender();
  const [isThanking, setIsThanking] = useState(false);
  const name = NAME_PATTERN.test(named) ? named : DEFAULT_FORM;
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: [],
    check: checkForm,
    send: async (values) => toResult(await send(name, values)),
    onDone: () => {
      form.reset();
      setIsThanking(true);
    },
    fieldOfRejection: () => undefined,
    noAnswerText: t('formFailed'),
  });
  if (isThanking) {
    return (
      <div className={classes['card']}>
        <Notice tone="up">{t('formThanks')}</Notice>
        <Button variant="default" onClick={() => setIsThanking(false)}>
          {t('formAgain')}
        </Button>
      </div>
    );
  }
  return (
    <form className={classes['card']} onSubmit={form.submit} noValidate>
      <TextInput label={t('forms:name')} autoComplete="name" name="name" {...form.text('name')} />
      <TextInput
        label={t('forms:email')}
        type="email"
        autoComplete="email"
        name="email"
        {...form.text('email')}
      />
      <Textarea label={t('forms:message')} name="message" rows={5} {...form.text('message')} />
      <TrapField form={form} />
      <FormFailure form={form} />
      <Button type="submit" size="lg" loading={form.isSending}>
        {t('formSend')}
      </Button>
    </form>
  );
}

function checkForm(values: Values): Problems<Values> {
  return collectProblems<Values>({
    name: checkLine(values.name, 'name', LINE_LENGTH_MAX),
    email: checkMailbox(values.email),
    message: checkLine(values.message, 'message', MESSAGE_LENGTH_MAX),
    website: undefined,
  });
}

/**
 * Converts a form's reply: a field's problem is shown at the field, anything else with the standard
 * message.
 */
function toResult(answer: FormAnswer): CallResult<unknown> {
  if (answer.kind === 'taken') return { kind: 'data', data: {} };
  if (answer.kind === 'failure') return answer;
  const { errors } = answer;
  const isOfField = Object.keys(errors).some((name) => name in EMPTY);
  if (!isOfField) return { kind: 'failure', reason: 'malformed' };
  return {
    kind: 'refusal',
    code: 'invalid',
    message: '',
    status: 422,
    errors,
    facts: {},
    requestId: undefined,
  };
}
