// The page of an auto-login link. It signs in after two seconds, so that programs that only open
// the address, such as a mail filter, don't use the link up.
import { loginByLink } from '@halyard/contract/identity/credentials';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { beginSession } from '#data/auth/account.ts';
import { browserClient, call } from '#data/http/api.ts';
import type { CallRejection } from '#data/http/call.ts';
import { collectClientInfo } from '#data/http/client-info.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button } from '#ui/controls.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { challengeOf } from './challenge-of.ts';
import { SecondStep } from './second-step.tsx';

const CLICK_AFTER_MS = 2_000;

type AutoLoginProps = { readonly code: string; readonly loginPath: string };

/** Signs in with the link; the app leaves the page as soon as there is a session. */
export function AutoLogin({ code, loginPath }: AutoLoginProps) {
  const { t } = useTranslation('sign-in');
  const { failure, challenge, isSending, signIn, restart } = useLink(code);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => button.current?.click(), CLICK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (challenge !== undefined) return <SecondStep challenge={challenge} onRestart={restart} />;
  return (
    <FormPage title={t('linkTitle')} subtitle={t('linkSubtitle')}>
      {failure === undefined ? (
        <Loading label={t('linkWaiting')} />
      ) : (
        <>
          <Notice tone="down">{failure}</Notice>
          <Button component={Link} to={loginPath} size="lg" fullWidth>
            {t('submit')}
          </Button>
        </>
      )}
      <button ref={button} type="button" hidden disabled={isSending} onClick={() => void signIn()}>
        {t('submit')}
      </button>
    </FormPage>
  );
}

function useLink(code: string) {
  const { t } = useTranslation('sign-in');
  const rejectionText = useRejectionText();
  const [failure, setFailure] = useState<string>();
  const [challenge, setChallenge] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const showRejection = (rejection: CallRejection): void => {
    const asked = challengeOf(rejection);
    if (asked === undefined) setFailure(rejectionText(rejection));
    else setChallenge(asked);
  };
  const signIn = async (): Promise<void> => {
    setIsSending(true);
    const info = await collectClientInfo(browserClient);
    const result = await call(loginByLink, { params: { code }, body: { info } });
    setIsSending(false);
    if (result.kind === 'refusal') showRejection(result);
    else if (result.kind === 'failure') setFailure(t('failed'));
    else beginSession(result.data);
  };
  const restart = (): void => {
    setChallenge(undefined);
    setFailure(t('endedEnded'));
  };
  return { failure, challenge, isSending, signIn, restart };
}
