// The price chart of a symbol: history, current candle, and the lines of its open positions.
import type { Candle, Timeframe } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarketColors } from '#data/market/market-colors.ts';
import { useAssetIndex } from '#data/market/trading.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import type { MovedLevel } from './chart-adapter.ts';
import { ChartCanvas, type DrawingRequest } from './chart-canvas.tsx';
import { ChartLegend } from './chart-legend.tsx';
import type { PlannedLevels } from './chart-lines.ts';
import { ChartTable } from './chart-table.tsx';
import { ChartTitle } from './chart-title.tsx';
import { ChartTools } from './chart-tools.tsx';
import classes from './chart.module.css';
import { readIndicators, storeIndicators } from './indicator-store.ts';
import { TimeframeChoice } from './timeframe-choice.tsx';
import { readTimeframe, storeTimeframe } from './timeframe-store.ts';

export type { MovedLevel } from './chart-adapter.ts';

type PriceChartProps = {
  readonly symbol: string;
  /** The order being filled in. */
  readonly planned: PlannedLevels;
  readonly onMoveLevel: (moved: MovedLevel) => void;
  readonly onCancelOrder: (id: number) => void;
  /** Asks for the price alerts; undefined where there are none. */
  readonly onAlerts: (() => void) | undefined;
};

export function PriceChart({ symbol, ...rest }: PriceChartProps) {
  const { t } = useTranslation('trading');
  const asset = useAssetIndex()?.get(symbol);
  const colors = useMarketColors();
  return (
    <section aria-label={t('chart')} className={classes['region']}>
      <Card flush fill className={classes['card'] ?? ''}>
        {asset === undefined ? (
          <div className={classes['waiting']}>
            <Skeleton width="100%" height="100%" />
          </div>
        ) : (
          <AssetChart key={colors} asset={asset} {...rest} />
        )}
      </Card>
    </section>
  );
}

type AssetChartProps = Omit<PriceChartProps, 'symbol'> & { readonly asset: Asset };

function AssetChart({ asset, planned, onAlerts, ...moves }: AssetChartProps) {
  const [timeframe, setTimeframe] = useState<Timeframe>(readTimeframe);
  const [indicators, setIndicators] = useState(readIndicators);
  const [request, setRequest] = useState<DrawingRequest>();
  const [isTable, setTable] = useState(false);
  const [inspected, setInspected] = useState<Candle>();
  return (
    <>
      <div className={classes['head']}>
        <ChartTitle asset={asset} />
        <TimeframeChoice
          value={timeframe}
          onChange={(next) => {
            storeTimeframe(next);
            setTimeframe(next);
          }}
        />
        <ChartTools
          indicators={indicators}
          onIndicators={(next) => {
            storeIndicators(next);
            setIndicators(next);
          }}
          onRequest={setRequest}
          isTable={isTable}
          onTable={setTable}
          onAlerts={onAlerts}
        />
        <ChartLegend candle={inspected} decimals={asset.decimals} />
      </div>
      {isTable && (
        <ChartTable key={timeframe} asset={asset} timeframe={timeframe} planned={planned} />
      )}
      <div hidden={isTable} className={classes['drawn']}>
        <ChartCanvas
          asset={asset}
          timeframe={timeframe}
          indicators={indicators}
          request={request}
          planned={planned}
          onInspect={setInspected}
          {...moves}
        />
      </div>
    </>
  );
}
