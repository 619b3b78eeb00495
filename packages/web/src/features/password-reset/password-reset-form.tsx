import { resetPassword } from '@halyard/contract/identity/credentials';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#data/http/api.ts';
import {
  checkPasswords,
  EMPTY_PASSWORDS,
  PASSWORD_SECRETS,
  PasswordFields,
} from '#forms/password-fields.tsx';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button } from '#ui/controls.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';

type PasswordResetProps = {
  /** The code in the mailed link. */
  readonly code: string;
  readonly loginPath: string;
  readonly requestPath: string;
};

/** Sets a new password with the mailed link. */
export function PasswordReset({ code, loginPath, requestPath }: PasswordResetProps) {
  const { t } = useTranslation('password-reset');
  const [isDone, setIsDone] = useState(false);
  const form = useCheckedForm({
    initialValues: EMPTY_PASSWORDS,
    secrets: PASSWORD_SECRETS,
    check: checkPasswords,
    send: (values) => call(resetPassword, { body: { code, ...values } }),
    onDone: () => setIsDone(true),
    fieldOfRejection: (code) => (code === 'password-known' ? 'new_password' : undefined),
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
  return (
    <FormPage
      title={t('resetTitle')}
      subtitle={t('resetSubtitle')}
      foot={<Link to={requestPath}>{t('requestAgain')}</Link>}
    >
      <form onSubmit={form.submit} noValidate>
        <PasswordFields form={form} />
        <FormFailure form={form} />
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('reset')}
        </Button>
      </form>
    </FormPage>
  );
}
