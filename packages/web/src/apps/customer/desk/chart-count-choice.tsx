import { CHART_COUNTS } from '@halyard/contract/workspace';
import { useTranslation } from 'react-i18next';
import { UnstyledButton } from '#ui/controls.ts';
import { ChartsIcon } from '#ui/page-icons.tsx';
import classes from './panel-toggles.module.css';
import { useChartCount } from './use-charts.ts';

/** Shows one, two or four charts. */
export function ChartCountChoice() {
  const { t } = useTranslation('charts');
  const [chosen, choose] = useChartCount();
  const names = { 1: t('one'), 2: t('two'), 4: t('four') };
  return (
    <fieldset className={classes['toggles']}>
      <legend className={classes['legend']}>{t('charts')}</legend>
      {CHART_COUNTS.map((count) => (
        <UnstyledButton
          key={count}
          className={classes['toggle'] ?? ''}
          aria-pressed={count === chosen}
          aria-label={names[count]}
          title={names[count]}
          onClick={() => choose(count)}
        >
          <ChartsIcon count={count} />
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
