import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dropdown } from '#ui/dialogs/dropdown.tsx';
import type { IndicatorChoice } from './chart-adapter.ts';
import type { DrawingRequest } from './chart-canvas.tsx';
import classes from './chart.module.css';
import { IndicatorMenu } from './indicator-menu.tsx';

type ChartToolsProps = {
  readonly indicators: readonly IndicatorChoice[];
  readonly onIndicators: (indicators: readonly IndicatorChoice[]) => void;
  readonly onRequest: (request: DrawingRequest) => void;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
  readonly onAlerts: (() => void) | undefined;
};

/** Indicators, drawing, price alerts, and the table view. */
export function ChartTools(props: ChartToolsProps) {
  const { indicators, onIndicators, onRequest, isTable, onTable, onAlerts } = props;
  const { t } = useTranslation('trading');
  const tools = [
    [t('drawSegment'), { kind: 'draw', tool: 'segment' }],
    [t('drawHorizontal'), { kind: 'draw', tool: 'horizontalStraightLine' }],
    [t('drawFibonacci'), { kind: 'draw', tool: 'fibonacciLine' }],
    [t('drawClear'), { kind: 'clear' }],
  ] as const;
  return (
    <div className={classes['tools']}>
      <IndicatorMenu indicators={indicators} onIndicators={onIndicators} />
      <Dropdown label={t('draw')}>
        {tools.map(([name, request]) => (
          <UnstyledButton
            key={name}
            className={classes['tool'] ?? ''}
            onClick={() => onRequest({ ...request })}
          >
            {name}
          </UnstyledButton>
        ))}
        <p className={classes['hint']}>{t('drawHint')}</p>
      </Dropdown>
      {onAlerts !== undefined && (
        <UnstyledButton className={classes['tableToggle'] ?? ''} onClick={onAlerts}>
          {t('alerts')}
        </UnstyledButton>
      )}
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
