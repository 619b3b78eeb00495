// The contact form, which sends a message to the operator.
import { CONTACT_MESSAGE_LENGTH_MAX, sendContactMessage } from '@halyard/contract/contact';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { useHomeCountry } from '#data/storage/use-home-country.ts';
import { checkLine, collectProblems, type Problems } from '#forms/problems.ts';
import { checkPerson, EMPTY_PERSON } from '#forms/person.ts';
import { PersonFields } from '#forms/person-fields.tsx';
import { FormFailure } from '#forms/form-failure.tsx';
import { TrapField } from '#forms/trap-field.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, Textarea } from '#ui/controls.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

const THANKS_MS = 1_500;

const EMPTY = { ...EMPTY_PERSON, message: '', website: '' };
type ContactValues = typeof EMPTY;

export function Contact() {
  const { t } = useTranslation(['contact', 'forms']);
  const [isThanking, setIsThanking] = useState(false);
  const country = useHomeCountry();
  useEffect(() => {
    if (!isThanking) return undefined;
    const timer = setTimeout(() => setIsThanking(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isThanking]);
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: [],
    check: (values) => checkContact(values, country),
    send: (values) => {
      const known = /^[A-Z]{2}$/.test(country ?? '') ? { country } : {};
      return call(sendContactMessage, { body: { ...values, ...known } });
    },
    onDone: () => {
      form.reset();
      setIsThanking(true);
    },
    fieldOfRejection: () => undefined,
    noAnswerText: t('failed'),
  });
  return (
    <FormPage title={t('title')} subtitle={t('subtitle')}>
      <form onSubmit={form.submit} noValidate>
        <PersonFields form={form} />
        <Textarea label={t('forms:message')} name="message" rows={5} {...form.text('message')} />
        <TrapField form={form} />
        <FormFailure form={form} />
        {isThanking && <Notice tone="up">{t('thanks')}</Notice>}
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('submit')}
        </Button>
      </form>
    </FormPage>
  );
}

/** Returns the errors that prevent sending: all five fields are required. */
function checkContact(values: ContactValues, country: string | undefined): Problems<ContactValues> {
  return collectProblems<ContactValues>({
    ...checkPerson(values, country),
    message: checkLine(values.message, 'message', CONTACT_MESSAGE_LENGTH_MAX),
    website: undefined,
  });
}
