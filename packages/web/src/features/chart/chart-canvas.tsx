import type { Candle, Timeframe } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStore } from '#data/storage/text-store.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadFailed } from '#ui/feedback/loaded.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import type { DrawingTool, Indicator, IndicatorChoice, MovedLevel } from './chart-adapter.ts';
import type { PlannedLevels } from './chart-lines.ts';
import classes from './chart.module.css';
import { storeDrawings } from './drawing-store.ts';
import { useCatchUp, useChart, useLines, useRunningCandle, useSeries } from './use-chart.ts';

/** A drawing request; each new object is a new request. */
export type DrawingRequest =
  | { readonly kind: 'draw'; readonly tool: DrawingTool }
  | { readonly kind: 'clear' };

type ChartCanvasProps = {
  readonly asset: Asset;
  readonly timeframe: Timeframe;
  readonly indicators: readonly IndicatorChoice[];
  readonly request: DrawingRequest | undefined;
  readonly planned: PlannedLevels;
  readonly onInspect: (candle: Candle | undefined) => void;
  readonly onMoveLevel: (moved: MovedLevel) => void;
  readonly onCancelOrder: (id: number) => void;
};

/** Below the candles, each in its own pane. */
const PANES: ReadonlySet<Indicator> = new Set(['RSI', 'MACD']);

/** The element that the chart is drawn in. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { asset, timeframe, indicators, request, planned, onInspect, onMoveLevel, onCancelOrder } =
    props;
  const { t } = useTranslation('trading');
  const element = useRef<HTMLDivElement>(null);
  const { chart, phase } = useChart(element, { onInspect, onMoveLevel, onCancelOrder });
  const reload = useSeries(chart, asset, timeframe);
  useRunningCandle(chart, asset.symbol);
  useCatchUp(chart);
  useLines(chart, asset, planned);
  useEffect(() => chart?.setIndicators(indicators), [chart, indicators]);
  const label = t('chartOf', { symbol: asset.symbol, timeframe });
  useEffect(() => chart?.setLabel(label), [chart, label]);
  const done = useRef(request);
  useEffect(() => {
    if (request === undefined || request === done.current || chart === undefined) return;
    done.current = request;
    if (request.kind === 'draw') {
      chart.startDrawing(request.tool);
    } else {
      storeDrawings(browserStore, asset.symbol, []);
      chart.setDrawings([]);
    }
  }, [chart, request, asset.symbol]);
  const panes = indicators.filter(({ name }) => PANES.has(name)).length;
  return (
    <div className={classes['stage']} style={{ '--panes': panes } as CSSProperties}>
      <div ref={element} className={classes['canvas']} />
      <div className={classes['phase']} hidden={phase === 'shown'}>
        {phase === 'loading' && <Loading label={t('chartLoading')} />}
        {phase === 'failed' && <LoadFailed isTrying={false} onRetry={reload} />}
        {phase === 'empty' && <EmptyState title={t('noCandles')} />}
      </div>
    </div>
  );
}
