// Writing to the operator.
import { CONTACT_MESSAGE_LENGTH_MAX, sendContactMessage } from '@halyard/contract/contact';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api.ts';
import { useHomeCountry } from '#data/use-home-country.ts';
import { checkEmail, checkRequired, collectFaults, type Faults } from '#forms/faults.ts';
import { checkPhone } from '#forms/phone.ts';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { FormPage } from '#ui/form-page.tsx';
import { Notice } from '#ui/notice.tsx';
import classes from './contact.module.css';

const THANKS_MS = 1_500;

const EMPTY = { first_name: '', last_name: '', email: '', phone: '', message: '', website: '' };
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
    fieldOfRefusal: () => undefined,
    noAnswerText: t('failed'),
  });
  return (
    <FormPage title={t('title')} subtitle={t('subtitle')}>
      <form onSubmit={form.submit} noValidate>
        <TextInput
          label={t('forms:firstName')}
          autoComplete="given-name"
          name="first_name"
          {...form.text('first_name')}
        />
        <TextInput
          label={t('forms:lastName')}
          autoComplete="family-name"
          name="last_name"
          {...form.text('last_name')}
        />
        <TextInput
          label={t('forms:email')}
          type="email"
          autoComplete="email"
          name="email"
          {...form.text('email')}
        />
        <TextInput
          label={t('forms:phone')}
          type="tel"
          autoComplete="tel"
          name="phone"
          {...form.text('phone')}
        />
        <Textarea
          label={t('forms:message')}
          name="message"
          rows={5}
          maxLength={CONTACT_MESSAGE_LENGTH_MAX}
          {...form.text('message')}
        />
        {/* People don't see it; programs that fill in every field give themselves away. */}
        <div className={classes['trap']} aria-hidden>
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={form.values.website}
            onChange={form.text('website').onChange}
          />
        </div>
        {form.failure !== undefined && <Notice tone="down">{form.failure}</Notice>}
        {isThanking && <Notice tone="up">{t('thanks')}</Notice>}
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('submit')}
        </Button>
      </form>
    </FormPage>
  );
}

/** What keeps the message from being sent: all five fields are wanted. */
function checkContact(values: ContactValues, country: string | undefined): Faults<ContactValues> {
  return collectFaults<ContactValues>({
    first_name: checkRequired(values.first_name, 'firstName'),
    last_name: checkRequired(values.last_name, 'lastName'),
    email: checkEmail(values.email),
    phone: checkPhone(values.phone, country),
    message: checkRequired(values.message, 'message'),
    website: undefined,
  });
}
