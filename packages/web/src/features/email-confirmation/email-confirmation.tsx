// The page of the mailed link that confirms an email address.
import { confirmEmail } from '@halyard/contract/identity/credentials';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reloadAccount } from '#data/auth/account.ts';
import { call } from '#data/http/api.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button } from '#ui/controls.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

type EmailConfirmationProps = { readonly code: string; readonly nextPath: string };
type Stage = 'asked' | 'sending' | 'done';

/** Confirms only on the customer's click: a mail filter that opens the page confirms nothing. */
export function EmailConfirmation({ code, nextPath }: EmailConfirmationProps) {
  const { t } = useTranslation('email-confirmation');
  const rejectionText = useRejectionText();
  const [stage, setStage] = useState<Stage>('asked');
  const [failure, setFailure] = useState<string>();
  const confirm = async (): Promise<void> => {
    setStage('sending');
    setFailure(undefined);
    const result = await call(confirmEmail, { body: { code } });
    setStage(result.kind === 'data' ? 'done' : 'asked');
    if (result.kind === 'data') reloadAccount();
    else setFailure(result.kind === 'refusal' ? rejectionText(result) : t('failed'));
  };
  if (stage === 'done') {
    return (
      <FormPage title={t('doneTitle')} subtitle={t('doneSubtitle')}>
        <Button component={Link} to={nextPath} size="lg" fullWidth>
          {t('goOn')}
        </Button>
      </FormPage>
    );
  }
  return (
    <FormPage title={t('title')} subtitle={t('subtitle')}>
      {failure !== undefined && <Notice tone="down">{failure}</Notice>}
      <Button size="lg" fullWidth loading={stage === 'sending'} onClick={() => void confirm()}>
        {t('confirm')}
      </Button>
    </FormPage>
  );
}
