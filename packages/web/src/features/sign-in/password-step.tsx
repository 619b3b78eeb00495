import { login } from '@halyard/contract/accounts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { beginSession } from '#data/auth/account.ts';
import { browserClient, call } from '#data/http/api.ts';
import { collectClientInfo } from '#data/http/client-info.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, PasswordInput, TextInput } from '#ui/controls.ts';
import { challengeOf } from './challenge-of.ts';
import { checkSignIn, EMPTY_SIGN_IN } from './sign-in-form.ts';
import classes from './sign-in.module.css';

type PasswordStepProps = {
  readonly forgotPath: string;
  readonly onChallenge: (challenge: string) => void;
};

/** The first step: email and password. A second factor is requested next. */
export function PasswordStep({ forgotPath, onChallenge }: PasswordStepProps) {
  const { t } = useTranslation(['sign-in', 'forms']);
  const form = useCheckedForm({
    initialValues: EMPTY_SIGN_IN,
    secrets: ['password'],
    check: checkSignIn,
    send: async (values) =>
      call(login, { body: { ...values, info: await collectClientInfo(browserClient) } }),
    onDone: beginSession,
    fieldOfRejection: () => undefined,
    takeRejection: (rejection) => {
      const challenge = challengeOf(rejection);
      if (challenge !== undefined) onChallenge(challenge);
      return challenge !== undefined;
    },
    noAnswerText: t('failed'),
  });
  return (
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
      <Link to={forgotPath} className={classes['forgot']}>
        {t('forgot')}
      </Link>
      <FormFailure form={form} />
      <Button type="submit" size="lg" fullWidth loading={form.isSending}>
        {t('submit')}
      </Button>
    </form>
  );
}
