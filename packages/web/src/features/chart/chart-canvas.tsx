import type { Candle, Timeframe } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDrawings } from '#data/workspace/workspace.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadFailed } from '#ui/feedback/loaded.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import type {
  ComparedSymbol,
  DrawingTool,
  Indicator,
  IndicatorChoice,
  MovedLevel,
} from './chart-adapter.ts';
import { INDICATORS } from '@halyard/contract/workspace';
import { ON_CANDLES } from './indicator-choice.ts';
import type { ComparedChange } from './compared-rates.ts';
import type { PlannedLevels } from './chart-lines.ts';
import classes from './chart.module.css';
import { useCatchUp, useChart, useLines, useRunningCandle, useSeries } from './use-chart.ts';

/** A drawing request; each new object is a new request. */
export type DrawingRequest =
  | { readonly kind: 'draw'; readonly tool: DrawingTool; readonly text?: string }
  | { readonly kind: 'clear' };

type ChartCanvasProps = {
  readonly asset: Asset;
  readonly timeframe: Timeframe;
  readonly indicators: readonly IndicatorChoice[];
  readonly compared: ComparedSymbol | undefined;
  readonly request: DrawingRequest | undefined;
  /** Whether the chart follows every price; one of several that the ticket doesn't trade need not. */
  readonly isActive: boolean;
  readonly planned: PlannedLevels;
  readonly onInspect: (candle: Candle | undefined) => void;
  readonly onCompare: (change: ComparedChange | undefined) => void;
  readonly onMoveLevel: (moved: MovedLevel) => void;
  readonly onCancelOrder: (id: number) => void;
};

/** The indicators below the candles, each in its own pane. */
const PANES: ReadonlySet<Indicator> = new Set<Indicator>(
  INDICATORS.filter((name) => !ON_CANDLES.has(name)),
);

/** The element that the chart is drawn in. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { asset, timeframe, indicators, compared, request, isActive, planned, ...handlers } = props;
  const { t } = useTranslation('trading');
  const element = useRef<HTMLDivElement>(null);
  const { chart, phase } = useChart(element, handlers);
  const reload = useSeries(chart, asset, timeframe);
  useRunningCandle(chart, asset.symbol, isActive);
  useCatchUp(chart);
  useLines(chart, asset, planned);
  useEffect(() => chart?.setIndicators(indicators), [chart, indicators]);
  useEffect(() => chart?.setCompared(compared), [chart, compared]);
  const label = t('chartOf', { symbol: asset.symbol, timeframe });
  useEffect(() => chart?.setLabel(label), [chart, label]);
  const done = useRef(request);
  useEffect(() => {
    if (request === undefined || request === done.current || chart === undefined) return;
    done.current = request;
    if (request.kind === 'draw') {
      chart.startDrawing(request.tool, request.text);
    } else {
      saveDrawings(asset.symbol, []);
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
