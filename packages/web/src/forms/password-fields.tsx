import { PASSWORD_LENGTH_MIN } from '@halyard/contract/accounts';
import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { checkNewPassword, checkRepeated, collectFaults, type Faults } from './faults.ts';
import type { CheckedForm } from './use-checked-form.ts';

export const EMPTY_PASSWORDS = { new_password: '', confirm_password: '' };
type NewPasswords = typeof EMPTY_PASSWORDS;

/** Sent as typed, spaces included. */
export const PASSWORD_SECRETS = ['new_password', 'confirm_password'] as const;

/** What keeps a new password, typed twice, from being set. */
export function checkPasswords(values: NewPasswords): Faults<NewPasswords> {
  return collectFaults<NewPasswords>({
    new_password: checkNewPassword(values.new_password),
    confirm_password: checkRepeated(values.confirm_password, values.new_password),
  });
}

type PasswordFieldsProps = {
  readonly form: CheckedForm<NewPasswords>;
  /** What else changing it does. */
  readonly hint?: string;
};

/** A new password, and the same again. */
export function PasswordFields({ form, hint }: PasswordFieldsProps) {
  const { t } = useTranslation('forms');
  const eye = { 'aria-label': t('showPassword') };
  const minimum = t('passwordHint', { n: PASSWORD_LENGTH_MIN });
  return (
    <>
      <PasswordInput
        label={t('newPassword')}
        description={hint === undefined ? minimum : `${minimum}. ${hint}`}
        name="new_password"
        autoComplete="new-password"
        visibilityToggleButtonProps={eye}
        {...form.text('new_password')}
      />
      <PasswordInput
        label={t('confirmPassword')}
        name="confirm_password"
        autoComplete="new-password"
        visibilityToggleButtonProps={eye}
        {...form.text('confirm_password')}
      />
    </>
  );
}
