import type { ChartCell } from '@halyard/contract/workspace';
import { useTranslation } from 'react-i18next';
import { UnstyledButton } from '#ui/controls.ts';
import type { DrawingRequest } from './chart-canvas.tsx';
import classes from './chart.module.css';
import { DrawMenu } from './draw-menu.tsx';
import { IndicatorMenu } from './indicator-menu.tsx';

type ChartToolsProps = {
  readonly cell: ChartCell;
  readonly onCell: (cell: ChartCell) => void;
  readonly onRequest: (request: DrawingRequest) => void;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
  readonly onAlerts: (() => void) | undefined;
};

/** Indicators, drawing, price alerts, and the table view. */
export function ChartTools(props: ChartToolsProps) {
  const { cell, onCell, onRequest, isTable, onTable, onAlerts } = props;
  const { t } = useTranslation('trading');
  return (
    <div className={classes['tools']}>
      <IndicatorMenu cell={cell} onCell={onCell} />
      <DrawMenu onRequest={onRequest} />
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
