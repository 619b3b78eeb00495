import { listCandles, type Timeframe } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useRouteQuery } from '#data/query.ts';
import { useNow } from '#data/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Skeleton } from '#ui/loading.tsx';
import classes from './chart.module.css';
import { pageRange } from './load-candles.ts';

const MINUTE_MS = 60_000;
const ROWS_MAX = 60;

type ChartTableProps = { readonly asset: Asset; readonly timeframe: Timeframe };

/** The newest candles in figures, for those who cannot see or cannot use the drawing. */
export function ChartTable({ asset, timeframe }: ChartTableProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { symbol, decimals } = asset;
  // To the minute, so that the same minute is asked for once.
  const nowMs = Math.ceil(useNow(MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const { fromMs, toMs } = pageRange({ series: { symbol, timeframe, decimals } }, nowMs);
  const query = { symbol, timeframe, from: fromMs, to: toMs };
  const candles = useRouteQuery(listCandles, { query }).data;
  const caption = t('chartTableOf', { symbol, timeframe });
  return (
    <div className={classes['figures']}>
      {candles === undefined ? (
        <Skeleton width="100%" height="240px" />
      ) : (
        <DataTable
          caption={caption}
          columns={[t('time'), t('openLong'), t('highLong'), t('lowLong'), t('closeLong')]}
        >
          {candles
            .slice(-ROWS_MAX)
            .toReversed()
            .map(([atMs, open, high, low, close]) => (
              <tr key={atMs}>
                <td>{format.fullMoment(new Date(atMs).toISOString())}</td>
                {[open, high, low, close].map((rate, column) => (
                  <td key={column}>{format.rate(rate, decimals)}</td>
                ))}
              </tr>
            ))}
        </DataTable>
      )}
    </div>
  );
}
