// The price chart of a symbol: history, current candle, and the lines of its open positions.
import type { Candle } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import type { ChartCell } from '@halyard/contract/workspace';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSubject, type Subject } from '#data/http/observable.ts';
import { useMarketColors } from '#data/market/market-colors.ts';
import { useAssetIndex } from '#data/market/trading.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import type { MovedLevel } from './chart-adapter.ts';
import { ChartCanvas, type DrawingRequest } from './chart-canvas.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ComparedLegend } from './compared-legend.tsx';
import legendClasses from './compared-legend.module.css';
import type { ComparedChange } from './compared-rates.ts';
import type { PlannedLevels } from './chart-lines.ts';
import type { ChartPlace } from './chart-place.ts';
import { ChartTable } from './chart-table.tsx';
import { ChartTitle } from './chart-title.tsx';
import { ChartTools } from './chart-tools.tsx';
import classes from './chart.module.css';
import { TimeframeChoice } from './timeframe-choice.tsx';

export type { MovedLevel } from './chart-adapter.ts';
export type { PlannedLevels } from './chart-lines.ts';
export { usualCell } from './usual-cell.ts';

type PriceChartProps = {
  readonly cell: ChartCell;
  readonly onCell: (cell: ChartCell) => void;
  /** The chart's role among several; undefined for the only chart. */
  readonly place?: ChartPlace;
  /** The order in the ticket. */
  readonly planned: PlannedLevels;
  readonly onMoveLevel: (moved: MovedLevel) => void;
  readonly onCancelOrder: (id: number) => void;
  /** Called to open the price alerts; undefined where there are none. */
  readonly onAlerts: (() => void) | undefined;
};

export function PriceChart(props: PriceChartProps) {
  const { t } = useTranslation('trading');
  const { cell, place } = props;
  const asset = useAssetIndex()?.get(cell.symbol);
  const colors = useMarketColors();
  return (
    <section
      aria-label={place?.name ?? t('chart')}
      className={clsx(
        classes['region'],
        place !== undefined && classes['one'],
        place?.isFocused === true && classes['focused'],
      )}
      onPointerDownCapture={place?.onFocus}
    >
      <Card flush fill className={classes['card'] ?? ''}>
        {asset === undefined ? (
          <div className={classes['waiting']}>
            <Skeleton width="100%" height="100%" />
          </div>
        ) : (
          <AssetChart key={colors} asset={asset} {...props} />
        )}
      </Card>
    </section>
  );
}

type AssetChartProps = PriceChartProps & { readonly asset: Asset };

function AssetChart({ asset, cell, onCell, place, onAlerts, ...drawn }: AssetChartProps) {
  const { timeframe, indicators } = cell;
  const [request, setRequest] = useState<DrawingRequest>();
  const [isTable, setTable] = useState(false);
  // Outside React's state, because it changes with every price.
  const [inspected] = useState(() => createSubject<Candle | undefined>(undefined));
  const [change] = useState(() => createSubject<ComparedChange | undefined>(undefined));
  const compared = useCompared(cell);
  return (
    <>
      <div className={classes['head']}>
        <ChartTitle asset={asset} place={place} />
        <TimeframeChoice
          value={timeframe}
          isCompact={place !== undefined}
          onChange={(next) => onCell({ ...cell, timeframe: next })}
        />
        <ChartTools
          cell={cell}
          onCell={onCell}
          onRequest={setRequest}
          isTable={isTable}
          onTable={setTable}
          onAlerts={onAlerts}
        />
      </div>
      {isTable && (
        <ChartTable key={timeframe} asset={asset} timeframe={timeframe} planned={drawn.planned} />
      )}
      <div hidden={isTable} className={classes['drawn']}>
        <div className={legendClasses['readouts']}>
          <ChartLegend inspected={inspected} decimals={asset.decimals} />
          {compared !== undefined && (
            <ComparedLegend
              symbol={asset.symbol}
              compared={compared.symbol}
              change={change}
              onRemove={() => {
                const { compared: _, ...rest } = cell;
                onCell(rest);
              }}
            />
          )}
        </div>
        <ChartCanvas
          asset={asset}
          timeframe={timeframe}
          indicators={indicators}
          compared={compared}
          request={request}
          isActive={place?.isFocused !== false}
          onInspect={inspected.set}
          onCompare={(next) => setChange(change, next)}
          {...drawn}
        />
      </div>
    </>
  );
}

/** Sets the change only if it differs, because each frame of the chart reports one. */
function setChange(
  change: Subject<ComparedChange | undefined>,
  next: ComparedChange | undefined,
): void {
  const now = change.current();
  if (now?.own !== next?.own || now?.other !== next?.other) change.set(next);
}

function useCompared({ compared, symbol }: ChartCell) {
  const asset = useAssetIndex()?.get(compared ?? '');
  return useMemo(
    () =>
      asset === undefined || asset.symbol === symbol
        ? undefined
        : { symbol: asset.symbol, decimals: asset.decimals },
    [asset, symbol],
  );
}
