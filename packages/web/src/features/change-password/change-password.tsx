// Changes the password; the other sessions end.
import { updatePassword } from '@halyard/contract/identity/credentials';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/auth/account.ts';
import { call } from '#data/http/api.ts';
import {
  checkPasswords,
  EMPTY_PASSWORDS,
  PASSWORD_SECRETS,
  PasswordFields,
} from '#forms/password-fields.tsx';
import { useStepUp } from '#forms/step-up.tsx';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './change-password.module.css';

export function ChangePassword() {
  const { t } = useTranslation('change-password');
  const email = useAccount()?.email ?? '';
  const [isChanged, setIsChanged] = useState(false);
  const stepUpControl = useStepUp();
  const form = useCheckedForm({
    initialValues: EMPTY_PASSWORDS,
    secrets: PASSWORD_SECRETS,
    check: checkPasswords,
    send: (values) => {
      setIsChanged(false);
      return stepUpControl.run((credentials) =>
        call(updatePassword, { body: { ...values, ...credentials } }),
      );
    },
    onDone: () => {
      form.reset();
      setIsChanged(true);
    },
    fieldOfRejection: (code) => (code === 'password-known' ? 'new_password' : undefined),
    noAnswerText: t('failed'),
  });
  return (
    <Card title={t('title')}>
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        {/* Password managers want to know whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordFields form={form} hint={t('hint')} />
        <FormFailure form={form} />
        {isChanged && <Notice tone="up">{t('changed')}</Notice>}
        <Button type="submit" className={classes['save']} loading={form.isSending}>
          {t('change')}
        </Button>
      </form>
      {stepUpControl.dialog}
    </Card>
  );
}
