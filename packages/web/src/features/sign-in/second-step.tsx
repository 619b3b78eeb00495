import { loginSecond } from '@halyard/contract/identity/credentials';
import { useTranslation } from 'react-i18next';
import { beginSession } from '#data/auth/account.ts';
import { call } from '#data/http/api.ts';
import type { SessionEnd } from '#data/auth/session-store.ts';
import { checkRequired, collectProblems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './sign-in.module.css';

type SecondStepProps = {
  readonly challenge: string;
  /** Called to start again, because the customer wants it or the challenge has expired. */
  readonly onRestart: (end?: SessionEnd) => void;
};

/** The second step: the code of the authenticator app, a recovery code, or a passkey. */
export function SecondStep({ challenge, onRestart }: SecondStepProps) {
  const { t } = useTranslation(['sign-in', 'forms']);
  const form = useCheckedForm({
    initialValues: { code: '' },
    secrets: [],
    check: ({ code }) => collectProblems<{ code: string }>({ code: checkRequired(code, 'code') }),
    send: ({ code }) => call(loginSecond, { body: { challenge, code } }),
    onDone: beginSession,
    fieldOfRejection: (code) =>
      code === 'code-invalid' || code === 'invalid' ? 'code' : undefined,
    takeRejection: ({ code }) => {
      if (code === 'session-ended') onRestart('ended');
      return code === 'session-ended';
    },
    noAnswerText: t('failed'),
  });
  return (
    <FormPage title={t('secondTitle')} subtitle={t('secondSubtitle')}>
      <form onSubmit={form.submit} noValidate>
        <TextInput
          label={t('forms:code')}
          description={t('codeHint')}
          name="code"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          ref={focusAtOnce}
          {...form.text('code')}
        />
        <FormFailure form={form} />
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('submit')}
        </Button>
      </form>
      <PasskeyButton challenge={challenge} />
      <button type="button" className={classes['restart']} onClick={() => onRestart()}>
        {t('restart')}
      </button>
    </FormPage>
  );
}

/** Focuses the input: this step replaces the previous one, so the focus would otherwise be lost. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
