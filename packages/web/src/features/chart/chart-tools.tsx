import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dropdown } from '#ui/dropdown.tsx';
import { type Indicator, INDICATORS } from './chart-adapter.ts';
import type { DrawingWish } from './chart-canvas.tsx';
import classes from './chart.module.css';

type ChartToolsProps = {
  readonly indicators: readonly Indicator[];
  readonly onIndicators: (indicators: readonly Indicator[]) => void;
  readonly onWish: (wish: DrawingWish) => void;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
  readonly onAlerts: () => void;
};

/** Indicators, drawing, price alerts, and the table instead of the picture. */
export function ChartTools(props: ChartToolsProps) {
  const { indicators, onIndicators, onWish, isTable, onTable, onAlerts } = props;
  const { t } = useTranslation('trading');
  const names = {
    MA: t('indicatorMA'),
    EMA: t('indicatorEMA'),
    BOLL: t('indicatorBOLL'),
    RSI: t('indicatorRSI'),
    MACD: t('indicatorMACD'),
  };
  const tools = [
    [t('drawSegment'), { kind: 'draw', tool: 'segment' }],
    [t('drawHorizontal'), { kind: 'draw', tool: 'horizontalStraightLine' }],
    [t('drawFibonacci'), { kind: 'draw', tool: 'fibonacciLine' }],
    [t('drawClear'), { kind: 'clear' }],
  ] as const;
  return (
    <div className={classes['tools']}>
      <Dropdown label={t('indicators')}>
        {INDICATORS.map((indicator) => (
          <label key={indicator} className={classes['tool']}>
            <input
              type="checkbox"
              checked={indicators.includes(indicator)}
              onChange={(event) =>
                onIndicators(
                  INDICATORS.filter((each) =>
                    each === indicator ? event.target.checked : indicators.includes(each),
                  ),
                )
              }
            />
            {names[indicator]}
          </label>
        ))}
      </Dropdown>
      <Dropdown label={t('draw')}>
        {tools.map(([name, wish]) => (
          <UnstyledButton
            key={name}
            className={classes['tool'] ?? ''}
            onClick={() => onWish({ ...wish })}
          >
            {name}
          </UnstyledButton>
        ))}
        <p className={classes['hint']}>{t('drawHint')}</p>
      </Dropdown>
      <UnstyledButton className={classes['tableToggle'] ?? ''} onClick={onAlerts}>
        {t('alerts')}
      </UnstyledButton>
      <UnstyledButton
        className={classes['tableToggle'] ?? ''}
        aria-pressed={isTable}
        onClick={() => onTable(!isTable)}
      >
        {t('asTable')}
      </UnstyledButton>
    </div>
  );
}
