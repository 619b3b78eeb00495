import type { Candle, Timeframe } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import classes from './chart.module.css';
import { useChart, usePositionLines, useRunningCandle, useSeries } from './use-chart.ts';

type ChartCanvasProps = {
  readonly asset: Asset;
  readonly timeframe: Timeframe;
  readonly onInspect: (candle: Candle | undefined) => void;
};

/** Where the chart is drawn. */
export function ChartCanvas({ asset, timeframe, onInspect }: ChartCanvasProps) {
  const { t } = useTranslation('trading');
  const element = useRef<HTMLDivElement>(null);
  const { chart, phase } = useChart(element, onInspect);
  useSeries(chart, asset, timeframe);
  useRunningCandle(chart, asset.symbol);
  usePositionLines(chart, asset);
  const label = t('chartOf', { symbol: asset.symbol, timeframe });
  useEffect(() => chart?.setLabel(label), [chart, label]);
  return (
    <div className={classes['stage']}>
      <div ref={element} className={classes['canvas']} />
      <div className={classes['phase']} hidden={phase === 'shown'}>
        {phase === 'loading' && <Loading label={t('chartLoading')} />}
        {phase === 'empty' && <EmptyState title={t('noCandles')} />}
      </div>
    </div>
  );
}
