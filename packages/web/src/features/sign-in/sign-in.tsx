// Sign-in with email and password, by a passkey, or with an auto-login link; the second factor
// follows if there is one.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { SessionEnd } from '#data/auth/session-store.ts';
import { session } from '#data/auth/session.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordStep } from './password-step.tsx';

export const AutoLogin = lazyPart(async () => (await import('./auto-login.tsx')).AutoLogin);
const SecondStep = lazyPart(async () => (await import('./second-step.tsx')).SecondStep);

type SignInProps = {
  /** The sign-up page; absent while registration is closed. */
  readonly registerPath: string | undefined;
  readonly forgotPath: string;
};

/** The sign-in page; the app leaves it when there is a session. */
export function SignIn({ registerPath, forgotPath }: SignInProps) {
  const { t } = useTranslation(['sign-in', 'forms']);
  const wayBack: unknown = useLocation().state;
  const [lastEnd, setLastEnd] = useState(session.lastEnd);
  const [challenge, setChallenge] = useState<string>();
  const restart = (end?: SessionEnd): void => {
    setLastEnd(end);
    setChallenge(undefined);
  };
  if (challenge !== undefined) return <SecondStep challenge={challenge} onRestart={restart} />;
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
      <PasswordStep forgotPath={forgotPath} onChallenge={setChallenge} />
      <PasskeyButton />
    </FormPage>
  );
}

/** Why the session ended. */
function EndNotice({ end }: { readonly end: SessionEnd | undefined }) {
  const { t } = useTranslation('sign-in');
  switch (end) {
    case undefined:
      return null;
    case 'signed-out':
      return <Notice tone="neutral">{t('endedSignedOut')}</Notice>;
    case 'idle':
      return <Notice tone="neutral">{t('endedIdle')}</Notice>;
    case 'ended':
      return <Notice tone="neutral">{t('endedEnded')}</Notice>;
    case 'unreachable':
      return <Notice tone="warn">{t('endedUnreachable')}</Notice>;
    case 'elsewhere':
      return <Notice tone="neutral">{t('endedElsewhere')}</Notice>;
    case 'closed':
      return <Notice tone="neutral">{t('endedClosed')}</Notice>;
  }
}
