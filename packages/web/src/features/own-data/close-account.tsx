import { closeAccount, getClosing, type ClosingObstacle } from '@halyard/contract/own-data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRouteQuery } from '#data/http/query.ts';
import { session } from '#data/auth/session.ts';
import { afterStepUp, type StepUpAction } from '#forms/step-up.tsx';
import { useAction } from '#forms/use-action.ts';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './own-data.module.css';

const OBSTACLE_TEXTS = {
  positions: 'positions',
  payments: 'payments',
  cash: 'cash',
  credit: 'credit',
  debt: 'debt',
} as const satisfies Record<ClosingObstacle, string>;

type CloseAccountProps = {
  /** The page on which the customer can remove each obstacle to the closure. */
  readonly waysOut: Readonly<Record<ClosingObstacle, string>>;
  readonly onClosed: () => void;
};

/** Closes the account permanently, once nothing is left in it. */
export function CloseAccount({ waysOut, onClosed }: CloseAccountProps) {
  const { t } = useTranslation('own-data');
  const query = useRouteQuery(getClosing, {}, { freshForMs: 0 });
  return (
    <Card title={t('closeTitle')}>
      <Loaded query={query}>
        {(closing) => (
          <div className={classes['body']}>
            <p className="muted">{t('closeText', { years: closing.kept_years })}</p>
            {closing.obstacles.length > 0 ? (
              <Notice tone="warn">
                {t('obstacles')}
                <ul className={classes['obstacles']}>
                  {closing.obstacles.map((obstacle) => (
                    <li key={obstacle}>
                      <Link to={waysOut[obstacle]}>{t(OBSTACLE_TEXTS[obstacle])}</Link>
                    </li>
                  ))}
                </ul>
              </Notice>
            ) : (
              <CloseForm onClosed={onClosed} />
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** The session can end before the reply arrives, because the closure signs out all devices. */
const close: StepUpAction<unknown> = async (credentials) => {
  const reverseFunds = session.expectEnd('closed');
  const result = await afterStepUp(closeAccount, { body: {} })(credentials);
  if (result.kind !== 'data') reverseFunds();
  return result;
};

function CloseForm({ onClosed }: Pick<CloseAccountProps, 'onClosed'>) {
  const { t } = useTranslation('own-data');
  const [knows, setKnows] = useState(false);
  const { act, isActing, failure, dialog } = useAction();
  return (
    <>
      <p>{t('closeFirst')}</p>
      <Checkbox
        label={t('knows')}
        checked={knows}
        onChange={(event) => setKnows(event.currentTarget.checked)}
      />
      {failure !== undefined && <Notice tone="down">{failure}</Notice>}
      <Button
        variant="default"
        disabled={!knows}
        loading={isActing}
        onClick={() => {
          act(close, onClosed);
        }}
      >
        {t('close')}
      </Button>
      {dialog}
    </>
  );
}
