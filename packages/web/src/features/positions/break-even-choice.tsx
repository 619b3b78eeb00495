import { getPositionCosts } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useRouteQuery } from '#data/http/query.ts';
import { writeRate } from '#forms/trading-levels.ts';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { breakEven } from './break-even.ts';
import { useBreakEvenProblemText } from './break-even-text.ts';
import type { LevelForm } from './level-form.ts';
import classes from './positions.module.css';

type BreakEvenChoiceProps = {
  readonly form: LevelForm;
  readonly onChoose: (stopText: string) => void;
};

/** Fills in the break-even stop, or shows why that is not possible. */
export function BreakEvenChoice({ form, onChoose }: BreakEvenChoiceProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const problemText = useBreakEvenProblemText();
  const { position, asset, quote } = form;
  const costs = useRouteQuery(getPositionCosts, { body: { id: position.id } }).data;
  const level = costs && breakEven({ position, asset, quote, costs });
  const rate = level?.kind === 'level' ? level.rate : undefined;
  const problem = level && problemText(level, asset.decimals);
  return (
    <div className={classes['breakEven']}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={rate === undefined}
        title={t('breakEvenHint')}
        onClick={() => rate !== undefined && onChoose(writeRate(rate, asset.decimals))}
      >
        {rate === undefined
          ? t('breakEvenShort')
          : t('breakEvenAt', { rate: format.rate(rate, asset.decimals) })}
      </Button>
      {problem !== undefined && <p className="muted">{problem}</p>}
    </div>
  );
}
