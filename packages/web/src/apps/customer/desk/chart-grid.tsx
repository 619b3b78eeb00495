// Several charts side by side. Loaded when a customer first shows more than one.
import { useTranslation } from 'react-i18next';
import { type PlannedLevels, PriceChart } from '#features/chart/chart.tsx';
import { Region } from '#apps/frame/region.tsx';
import classes from './chart-grid.module.css';
import type { ChartHandlers, Charts } from './use-charts.ts';

const NOTHING_PLANNED: PlannedLevels = {
  price: undefined,
  order: undefined,
  stop: undefined,
  target: undefined,
};

type ChartGridProps = { readonly charts: Charts; readonly handlers: ChartHandlers };

export function ChartGrid({ charts, handlers }: ChartGridProps) {
  const { t } = useTranslation('charts');
  const { cells, focused, focusOn, change } = charts;
  return (
    <div className={classes['grid']} data-charts={cells.length}>
      {cells.map((cell, at) => (
        // The index is the key, because a chart's symbol and time frame change.
        <Region key={at} resetKey={cell.symbol}>
          <PriceChart
            cell={cell}
            onCell={(next) => change(at, next)}
            place={{
              name: t('chartNumbered', { number: at + 1 }),
              isFocused: at === focused,
              onFocus: () => focusOn(at),
            }}
            {...handlers}
            planned={at === focused ? handlers.planned : NOTHING_PLANNED}
          />
        </Region>
      ))}
    </div>
  );
}
