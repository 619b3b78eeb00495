// The appropriateness test: completed once, before the first position, if the operator requires it.
// The server scores; a customer who fails is warned and can continue or try again.
import {
  acknowledgeWarning,
  beginAppropriateness,
  getAppropriateness,
  type Appropriateness as State,
} from '@halyard/contract/appropriateness';
import { getOpeningState } from '@halyard/contract/trading';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#data/http/api.ts';
import type { CallResult } from '#data/http/call.ts';
import { queryClient, reload, routeKey, useRouteQuery } from '#data/http/query.ts';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { platformPath } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './appropriateness.module.css';
import { Questions } from './questions.tsx';
import { questionLanguage } from './question-language.ts';
import { useWait } from './use-wait.ts';

export function Appropriateness() {
  const { t } = useTranslation('appropriateness');
  const body = { lng: questionLanguage() };
  const query = useRouteQuery(getAppropriateness, { body });
  const take = async (next: State): Promise<void> => {
    const queryKey = routeKey(getAppropriateness, { body });
    // Requests in progress are cancelled, because they would return the previous state.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, next);
    void reload(getOpeningState);
  };
  return (
    <Card
      title={t('title')}
      note={query.data?.required === true ? t('version', query.data) : undefined}
    >
      <Loaded query={query}>
        {(state) => (
          <div className={classes['body']}>
            <Stage state={state} onState={(next) => void take(next)} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

type StageProps = { readonly state: State; readonly onState: (next: State) => void };

function Stage({ state, onState }: StageProps) {
  const { t } = useTranslation('appropriateness');
  const { required, cleared, attempt, warning } = state;
  if (!required || cleared) {
    return (
      <>
        {required ? (
          <Notice tone="up">{t('cleared')}</Notice>
        ) : (
          <p className="muted">{t('notAsked')}</p>
        )}
        <Button component={Link} to={platformPath()} className={classes['act'] ?? ''}>
          {t('toPlatform')}
        </Button>
      </>
    );
  }
  if (attempt !== null) {
    return <Questions key={attempt.id} attempt={attempt} onAnswered={onState} />;
  }
  if (warning !== null) return <Warning warning={warning} onState={onState} />;
  return (
    <>
      <p className="muted">{t('intro')}</p>
      <Act send={begin} onState={onState}>
        {t('begin')}
      </Act>
    </>
  );
}

type WarningProps = {
  readonly warning: NonNullable<State['warning']>;
  readonly onState: (next: State) => void;
};

/** The warning must be read first: the server rejects a hasty click. */
function Warning({ warning, onState }: WarningProps) {
  const { t } = useTranslation('appropriateness');
  const seconds = useWait(warning.acknowledge_from);
  const goOn = () =>
    call(acknowledgeWarning, { body: { attempt: warning.attempt, lng: questionLanguage() } });
  return (
    <>
      <Notice tone="down">{warning.text}</Notice>
      <p className="muted">{t('warningChoice')}</p>
      <div className={classes['choices']}>
        <Act send={begin} onState={onState}>
          {t('again')}
        </Act>
        <Act send={goOn} onState={onState} isDefault isDisabled={seconds > 0}>
          {t('goOn')}
        </Act>
      </div>
      {seconds > 0 && <p className={classes['hint']}>{t('goOnIn', { seconds })}</p>}
    </>
  );
}

type ActProps = {
  readonly send: () => Promise<CallResult<State>>;
  readonly onState: (next: State) => void;
  readonly isDefault?: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
};

/** A button for the next step, with its error below. */
function Act({ send, onState, isDefault = false, isDisabled = false, children }: ActProps) {
  const { t } = useTranslation('appropriateness');
  const rejectionText = useRejectionText();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const act = async (): Promise<void> => {
    setIsSending(true);
    const result = await send();
    setIsSending(false);
    if (result.kind === 'data') onState(result.data);
    else setFailure(result.kind === 'refusal' ? rejectionText(result) : t('failed'));
  };
  return (
    <div className={classes['act']}>
      <Button
        {...(isDefault ? { variant: 'default' } : {})}
        disabled={isDisabled}
        loading={isSending}
        onClick={() => void act()}
      >
        {children}
      </Button>
      {failure !== undefined && <Notice tone="down">{failure}</Notice>}
    </div>
  );
}

function begin(): Promise<CallResult<State>> {
  return call(beginAppropriateness, { body: { lng: questionLanguage() } });
}
