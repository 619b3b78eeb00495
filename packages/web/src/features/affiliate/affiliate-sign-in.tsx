import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { affiliateSession, signInAffiliate } from '#data/auth/affiliate.ts';
import { checkEmail, checkMinimum, collectFaults } from '#forms/faults.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

const EMPTY = { email: '', password: '' };

/** The affiliates' sign-in page; the app leaves it when there is a session. */
export function AffiliateSignIn() {
  const { t } = useTranslation(['affiliate', 'forms']);
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: ['password'],
    check: (values) =>
      collectFaults<typeof EMPTY>({
        email: checkEmail(values.email),
        password: checkMinimum(values.password, 'password', 1),
      }),
    send: signInAffiliate,
    onDone: affiliateSession.begin,
    fieldOfRejection: () => undefined,
    noAnswerText: t('signInFailed'),
  });
  return (
    <FormPage title={t('signInTitle')} subtitle={t('signInSubtitle')}>
      {affiliateSession.hasExpired() && <Notice tone="neutral">{t('sessionEnded')}</Notice>}
      <form onSubmit={form.submit} noValidate>
        <TextInput
          label={t('forms:email')}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          {...form.text('email')}
        />
        <PasswordInput
          label={t('forms:password')}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('forms:showPassword') }}
          {...form.text('password')}
        />
        <FormFailure form={form} />
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('signIn')}
        </Button>
      </form>
    </FormPage>
  );
}
