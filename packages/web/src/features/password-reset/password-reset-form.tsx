import { PASSWORD_LENGTH_MIN } from '@halyard/contract/accounts';
import { resetPassword } from '@halyard/contract/credentials';
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#data/api.ts';
import { checkNewPassword, checkRepeated, collectFaults } from '#forms/faults.ts';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { FormPage } from '#ui/form-page.tsx';
import { Notice } from '#ui/notice.tsx';

type PasswordResetProps = {
  /** Of the link in the mail. */
  readonly code: string;
  readonly loginPath: string;
  readonly requestPath: string;
};

const EMPTY = { new_password: '', confirm_password: '' };

/** Sets a new password by the link that was mailed. */
export function PasswordReset({ code, loginPath, requestPath }: PasswordResetProps) {
  const { t } = useTranslation(['password-reset', 'forms']);
  const [isDone, setIsDone] = useState(false);
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: ['new_password', 'confirm_password'],
    check: (values) =>
      collectFaults<typeof EMPTY>({
        new_password: checkNewPassword(values.new_password),
        confirm_password: checkRepeated(values.confirm_password, values.new_password),
      }),
    send: (values) => call(resetPassword, { body: { code, ...values } }),
    onDone: () => setIsDone(true),
    fieldOfRefusal: () => undefined,
    noAnswerText: t('resetFailed'),
  });
  if (isDone) {
    return (
      <FormPage title={t('doneTitle')} subtitle={t('doneSubtitle')}>
        <Button component={Link} to={loginPath} size="lg" fullWidth>
          {t('toLogin')}
        </Button>
      </FormPage>
    );
  }
  const eye = { 'aria-label': t('forms:showPassword') };
  return (
    <FormPage
      title={t('resetTitle')}
      subtitle={t('resetSubtitle')}
      foot={<Link to={requestPath}>{t('requestAgain')}</Link>}
    >
      <form onSubmit={form.submit} noValidate>
        <PasswordInput
          label={t('forms:newPassword')}
          description={t('hint', { n: PASSWORD_LENGTH_MIN })}
          name="new_password"
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.text('new_password')}
        />
        <PasswordInput
          label={t('forms:confirmPassword')}
          name="confirm_password"
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.text('confirm_password')}
        />
        {form.failure !== undefined && <Notice tone="down">{form.failure}</Notice>}
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('reset')}
        </Button>
      </form>
    </FormPage>
  );
}
