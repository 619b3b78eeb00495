// Signing in with email and password.
import { login } from '@halyard/contract/accounts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { beginSession } from '#data/account.ts';
import { browserClient, call } from '#data/api.ts';
import { collectClientInfo } from '#data/client-info.ts';
import type { SessionEnd } from '#data/session-store.ts';
import { session } from '#data/session.ts';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { FormPage } from '#ui/form-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { checkSignIn, EMPTY_SIGN_IN } from './sign-in-form.ts';

type SignInProps = {
  /** Where an account can be opened; absent while registration is closed. */
  readonly registerPath: string | undefined;
};

/** The page for signing in; the app leaves it as soon as there is a session. */
export function SignIn({ registerPath }: SignInProps) {
  const { t } = useTranslation(['sign-in', 'forms']);
  const wayBack: unknown = useLocation().state;
  const [lastEnd] = useState(session.lastEnd);
  const form = useCheckedForm({
    initialValues: EMPTY_SIGN_IN,
    secrets: ['password'],
    check: checkSignIn,
    send: async (values) =>
      call(login, { body: { ...values, info: await collectClientInfo(browserClient) } }),
    onDone: beginSession,
    fieldOfRefusal: () => undefined,
    noAnswerText: t('failed'),
  });
  const foot = registerPath !== undefined && (
    <>
      {t('newHere')}{' '}
      <Link to={registerPath} state={wayBack}>
        {t('openAccount')}
      </Link>
    </>
  );
  return (
    <FormPage title={t('title')} subtitle={t('subtitle')} foot={foot}>
      <EndNotice end={lastEnd} />
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
        {form.failure !== undefined && <Notice tone="down">{form.failure}</Notice>}
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('submit')}
        </Button>
      </form>
    </FormPage>
  );
}

/** Why the customer is here although they had signed in; leaving by themselves needs no words. */
function EndNotice({ end }: { readonly end: SessionEnd | undefined }) {
  const { t } = useTranslation('sign-in');
  switch (end) {
    case undefined:
    case 'signed-out':
      return null;
    case 'idle':
      return <Notice tone="neutral">{t('endedIdle')}</Notice>;
    case 'ended':
      return <Notice tone="neutral">{t('endedEnded')}</Notice>;
    case 'unreachable':
      return <Notice tone="warn">{t('endedUnreachable')}</Notice>;
    case 'elsewhere':
      return <Notice tone="neutral">{t('endedElsewhere')}</Notice>;
  }
}
