import { type Asset, getPositionCosts, type Position } from '@halyard/contract/trading';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { useCommand } from '#data/live/live-use-command.ts';
import { useLive } from '#data/market/trading.tsx';
import { useRejectionText } from '#i18n/rejection-text.ts';
import { Button } from '#ui/controls.ts';
import { showErrorToast, showToast } from '#ui/feedback/toast.ts';
import { breakEven } from './break-even.ts';
import { useBreakEvenProblemText } from './break-even-text.ts';
import { useFailureText } from '#forms/failure-text.ts';
import classes from './positions.module.css';

type BreakEvenButtonProps = { readonly position: Position; readonly asset: Asset };

/** Sets a position's stop to break-even, or shows why that is not possible. */
export function BreakEvenButton({ position, asset }: BreakEvenButtonProps) {
  const { t } = useTranslation('trading');
  const { quotes } = useLive();
  const rejectionText = useRejectionText();
  const failureText = useFailureText();
  const problemText = useBreakEvenProblemText();
  const [isAsking, setAsking] = useState(false);
  const { stage, send } = useCommand({
    onDone: () => showToast(t('breakEvenSet')),
    onFailed: (failure) => showErrorToast(failureText(failure, asset.decimals)),
  });
  const { id, direction, symbol } = position;
  const press = async () => {
    setAsking(true);
    const result = await call(getPositionCosts, { body: { id } });
    setAsking(false);
    if (result.kind !== 'data') {
      showErrorToast(result.kind === 'refusal' ? rejectionText(result) : t('noAnswer'));
      return;
    }
    const level = breakEven({ position, asset, quote: quotes.get(symbol), costs: result.data });
    if (level.kind === 'level') {
      send('updatePosition', { id, stop_lost: level.rate, take_profit: position.take_profit });
    } else {
      showErrorToast(problemText(level, asset.decimals) ?? '');
    }
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={clsx(
        classes['close'],
        classes['levels'],
        classes['toBreakEven'],
        classes['wideOnly'],
      )}
      title={t('breakEvenHint')}
      aria-label={t('breakEvenNamed', { direction: t(direction), symbol })}
      disabled={isAsking || stage.kind === 'sending'}
      onClick={() => void press()}
    >
      {t('breakEvenShort')}
    </Button>
  );
}
