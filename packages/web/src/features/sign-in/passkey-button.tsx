import type { Session } from '@halyard/contract/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginSession } from '#data/auth/account.ts';
import type { CallResult } from '#data/http/call.ts';
import { canUsePasskeys } from '#data/auth/passkeys.ts';
import { BrowserCheck } from '#forms/browser-check.tsx';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button } from '#ui/controls.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './sign-in.module.css';

type PasskeyButtonProps = {
  /**
   * The challenge of a sign-in that requires a second factor; without one the passkey alone signs
   * in.
   */
  readonly challenge?: string;
};

/** The button that signs in with a passkey; absent if the browser doesn't support them. */
export function PasskeyButton({ challenge }: PasskeyButtonProps) {
  const { t } = useTranslation('sign-in');
  const rejectionText = useRejectionText();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!canUsePasskeys()) return null;
  const ask = async (): Promise<void> => {
    setIsAsking(true);
    setFailure(undefined);
    const result = await enter(challenge);
    setIsAsking(false);
    if (result.kind === 'refusal') setFailure(rejectionText(result));
    else if (result.kind === 'failure') setFailure(t('failed'));
    else if (result.data === undefined) setFailure(t('passkeyUnused'));
    else beginSession(result.data);
  };
  return (
    <div className={classes['or']}>
      {isAsking && <BrowserCheck />}
      {failure !== undefined && <Notice tone="down">{failure}</Notice>}
      <Button variant="default" size="lg" fullWidth loading={isAsking} onClick={() => void ask()}>
        {t('usePasskey')}
      </Button>
    </div>
  );
}

/**
 * Loads the passkey code on request, because few customers use it. If it can't be loaded, nothing
 * was attempted.
 */
async function enter(challenge?: string): Promise<CallResult<Session | undefined>> {
  const loaded = await import('./enter-by-passkey.ts').catch(() => undefined);
  if (loaded === undefined) return { kind: 'failure', reason: 'network' };
  return loaded.enterByPasskey(challenge);
}
