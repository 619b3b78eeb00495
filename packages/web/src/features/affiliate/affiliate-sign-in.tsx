import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { affiliateSession, signInAffiliate } from '#data/auth/affiliate.ts';
import { checkEmail, checkMinimum, checkRequired, collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, PasswordInput, TextInput } from '#ui/controls.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

const EMPTY = { email: '', password: '', code: '' };

/** The affiliates' sign-in page; the app leaves it when there is a session. */
export function AffiliateSignIn() {
  const { t } = useTranslation(['affiliate', 'forms']);
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: ['password', 'code'],
    check: (values) =>
      collectProblems<typeof EMPTY>({
        email: checkEmail(values.email),
        password: checkMinimum(values.password, 'password', 1),
        code: isCodeAsked ? checkRequired(values.code, 'code') : undefined,
      }),
    send: async ({ code, ...credentials }) => {
      const sent = isCodeAsked ? { ...credentials, code: code.trim() } : credentials;
      const result = await signInAffiliate(sent);
      if (result.kind === 'refusal' && result.code === 'second-factor') setIsCodeAsked(true);
      return result;
    },
    onDone: affiliateSession.begin,
    fieldOfRejection: (code) =>
      ['second-factor', 'code-invalid'].includes(code) ? 'code' : undefined,
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
        {isCodeAsked && (
          <TextInput
            label={t('forms:code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.text('code')}
          />
        )}
        <FormFailure form={form} />
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('signIn')}
        </Button>
      </form>
    </FormPage>
  );
}
