import { getPractice, resetPractice } from '@halyard/contract/practice/practice';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import { call } from '#data/http/api.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { useFormat } from '#i18n/format.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { accountPath, PATHS, paymentPath } from '#paths.ts';
import { Dropdown } from '#ui/dialogs/dropdown.tsx';
import classes from './practice-account.module.css';

/** Resets the practice account, and links to the live account. */
export function PracticeActions() {
  const { t } = useTranslation('practice');
  const isPhone = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false });
  if (isPhone === true) {
    return (
      <>
        <GoLive />
        <div className={classes['more']}>
          <Dropdown label={t('more')}>
            <Reset />
            <Results />
          </Dropdown>
        </div>
      </>
    );
  }
  return (
    <>
      <Reset />
      <Results />
      <GoLive />
    </>
  );
}

function Results() {
  const { t } = useTranslation('practice');
  return (
    <Link className={classes['results']} to={PATHS.practicePerformance}>
      {t('performance')}
    </Link>
  );
}

function GoLive() {
  const { t } = useTranslation('practice');
  const isVerified = useAccount()?.verified_account === true;
  const path = isVerified ? paymentPath('deposit') : accountPath('documents');
  return (
    <a className={classes['live']} href={path}>
      {t('goLive')}
    </a>
  );
}

type Stage = 'idle' | 'asking' | 'sending';

function Reset() {
  const { t } = useTranslation('practice');
  const format = useFormat();
  const rejectionText = useRejectionText();
  const { data } = useRouteQuery(getPractice, {});
  const [stage, setStage] = useState<Stage>('idle');
  const [result, setResult] = useState<string>();
  const amount = format.euros(data?.opening_balance);
  const reset = async (): Promise<void> => {
    setStage('sending');
    const answer = await call(resetPractice, { body: {} });
    setStage('idle');
    if (answer.kind === 'data') setResult(t('resetDone', { amount }));
    else setResult(answer.kind === 'refusal' ? rejectionText(answer) : t('resetUnknown'));
    void reload(getPractice);
  };
  const isAsking = stage === 'asking';
  return (
    <>
      <output className={classes['text']}>
        {isAsking ? t('resetQuestion', { amount }) : (result ?? t('text'))}
      </output>
      {isAsking && (
        <button type="button" onClick={() => setStage('idle')}>
          {t('cancel')}
        </button>
      )}
      <button
        type="button"
        disabled={stage === 'sending' || data === undefined}
        onClick={() => (isAsking ? void reset() : setStage('asking'))}
      >
        {t(isAsking ? 'resetConfirm' : 'reset')}
      </button>
    </>
  );
}
