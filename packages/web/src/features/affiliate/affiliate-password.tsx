import { PASSWORD_LENGTH_MIN } from '@halyard/contract/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInAffiliate } from '#data/auth/affiliate-session.ts';
import { changeAffiliatePassword } from '#data/auth/affiliate.ts';
import { checkNewPassword, checkRepeated, collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useStepUp } from '#forms/step-up.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, PasswordInput } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './affiliate.module.css';

const EMPTY = { new_password: '', confirm_password: '' };

type AffiliatePasswordProps = {
  readonly affiliate: SignedInAffiliate;
  readonly onChanged?: () => void;
};

/** Changes the password; the affiliate's other sessions end. */
export function AffiliatePassword({ affiliate, onChanged }: AffiliatePasswordProps) {
  const { t } = useTranslation(['affiliate', 'forms']);
  const [isChanged, setIsChanged] = useState(false);
  const stepUpControl = useStepUp();
  const form = useCheckedForm({
    initialValues: EMPTY,
    secrets: ['new_password', 'confirm_password'],
    check: (values) =>
      collectProblems<typeof EMPTY>({
        new_password: checkNewPassword(values.new_password),
        confirm_password: checkRepeated(values.confirm_password, values.new_password),
      }),
    send: (values) => {
      setIsChanged(false);
      return stepUpControl.run(({ current_password: password }) =>
        changeAffiliatePassword({
          ...values,
          ...(password === undefined ? {} : { current_password: password }),
        }),
      );
    },
    onDone: () => {
      form.reset();
      setIsChanged(true);
      onChanged?.();
    },
    fieldOfRejection: (code) =>
      ['password-known', 'password-unchanged'].includes(code) ? 'new_password' : undefined,
    noAnswerText: t('passwordFailed'),
  });
  const eye = { 'aria-label': t('forms:showPassword') };
  return (
    <Card title={t('password')}>
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        {/* Password managers want to know whose password it is. */}
        <input type="email" autoComplete="username" value={affiliate.email} readOnly hidden />
        <PasswordInput
          label={t('forms:newPassword')}
          description={t('passwordHint', { n: PASSWORD_LENGTH_MIN })}
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
        <FormFailure form={form} />
        {isChanged && <Notice tone="up">{t('passwordChanged')}</Notice>}
        <Button type="submit" className={classes['save']} loading={form.isSending}>
          {t('changePassword')}
        </Button>
      </form>
      {stepUpControl.dialog}
    </Card>
  );
}
