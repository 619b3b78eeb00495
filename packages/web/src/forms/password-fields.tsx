import { PASSWORD_LENGTH_MIN } from '@halyard/contract/accounts';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '#ui/controls.ts';
import { checkNewPassword, checkRepeated, collectProblems, type Problems } from './problems.ts';
import type { CheckedForm } from './use-checked-form.ts';

export const EMPTY_PASSWORDS = { new_password: '', confirm_password: '' };
type NewPasswords = typeof EMPTY_PASSWORDS;

/** The password fields, which are sent as typed, including spaces. */
export const PASSWORD_SECRETS = ['new_password', 'confirm_password'] as const;

/** Returns the errors of a new password that is typed twice. */
export function checkPasswords(values: NewPasswords): Problems<NewPasswords> {
  return collectProblems<NewPasswords>({
    new_password: checkNewPassword(values.new_password),
    confirm_password: checkRepeated(values.confirm_password, values.new_password),
  });
}

type PasswordFieldsProps = {
  readonly form: CheckedForm<NewPasswords>;
  /** Text about further consequences of changing the password. */
  readonly hint?: string;
};

/** The fields of a new password and its repetition. */
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
