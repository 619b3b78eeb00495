import { forgotPassword } from '@halyard/contract/identity/credentials';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#data/http/api.ts';
import { checkEmail, collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';

type PasswordRequestProps = { readonly loginPath: string };

/** Asks for the email address to which a reset link is sent. */
export function PasswordRequest({ loginPath }: PasswordRequestProps) {
  const { t } = useTranslation(['password-reset', 'forms']);
  const [sentTo, setSentTo] = useState<string>();
  const form = useCheckedForm({
    initialValues: { email: '' },
    secrets: [],
    check: ({ email }) => collectProblems<{ email: string }>({ email: checkEmail(email) }),
    send: async ({ email }) => {
      const result = await call(forgotPassword, { body: { email } });
      return result.kind === 'data' ? { kind: 'data', data: email } : result;
    },
    onDone: setSentTo,
    fieldOfRejection: (code) => (code === 'email-unknown' ? 'email' : undefined),
    noAnswerText: t('requestFailed'),
  });
  const foot = <Link to={loginPath}>{t('toLogin')}</Link>;
  if (sentTo !== undefined) {
    return (
      <FormPage title={t('sentTitle')} subtitle={t('sentSubtitle', { email: sentTo })} foot={foot}>
        <p className="muted">{t('sentHint')}</p>
      </FormPage>
    );
  }
  return (
    <FormPage title={t('requestTitle')} subtitle={t('requestSubtitle')} foot={foot}>
      <form onSubmit={form.submit} noValidate>
        <TextInput
          label={t('forms:email')}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          {...form.text('email')}
        />
        <FormFailure form={form} />
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('request')}
        </Button>
      </form>
    </FormPage>
  );
}
