// The price chart of a symbol: history, the running candle, and the lines of its open positions.
import type { Candle, Timeframe } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssetIndex } from '#data/trading.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTitle } from './chart-title.tsx';
import classes from './chart.module.css';
import { TimeframeChoice } from './timeframe-choice.tsx';
import { readTimeframe, storeTimeframe } from './timeframe-store.ts';

export function PriceChart({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('trading');
  const asset = useAssetIndex()?.get(symbol);
  return (
    <section aria-label={t('chart')}>
      <Card flush>
        {asset === undefined ? (
          <div className={classes['waiting']}>
            <Skeleton width="100%" height="100%" />
          </div>
        ) : (
          <AssetChart asset={asset} />
        )}
      </Card>
    </section>
  );
}

function AssetChart({ asset }: { readonly asset: Asset }) {
  const [timeframe, setTimeframe] = useState<Timeframe>(readTimeframe);
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
        <ChartLegend candle={inspected} decimals={asset.decimals} />
      </div>
      <ChartCanvas asset={asset} timeframe={timeframe} onInspect={setInspected} />
    </>
  );
}
