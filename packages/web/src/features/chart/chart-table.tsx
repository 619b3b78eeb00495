// The chart as tables, for people who can't see or use the drawing: all requested candles and all
// lines.
import { type Timeframe } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { useFormat } from '#i18n/format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { OlderButton } from '#ui/inputs/older-button.tsx';
import type { CandlePage } from './chart-adapter.ts';
import type { PlannedLevels } from './chart-lines.ts';
import { ChartLinesTable } from './chart-lines-table.tsx';
import classes from './chart.module.css';
import { loadCandles } from './load-candles.ts';

const ROWS_AT_ONCE = 60;

type ChartTableProps = {
  readonly asset: Asset;
  readonly timeframe: Timeframe;
  readonly planned: PlannedLevels;
};

export function ChartTable({ asset, timeframe, planned }: ChartTableProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { symbol, decimals } = asset;
  const [rowsMax, setRowsMax] = useState(ROWS_AT_ONCE);
  const history = useHistory(asset, timeframe);
  const loaded = history.data?.length ?? 0;
  const loadOlder = (): void => {
    setRowsMax(rowsMax + ROWS_AT_ONCE);
    if (loaded < rowsMax + ROWS_AT_ONCE) void history.fetchNextPage();
  };
  return (
    <div className={classes['figures']}>
      <ChartLinesTable asset={asset} planned={planned} />
      <Loaded query={history} waiting={<Skeleton width="100%" height="240px" />}>
        {(rows) => (
          <DataTable
            caption={t('chartTableOf', { symbol, timeframe })}
            columns={[t('time'), t('openLong'), t('highLong'), t('lowLong'), t('closeLong')]}
          >
            {rows.slice(0, rowsMax).map(([atMs, open, high, low, close]) => (
              <tr key={atMs}>
                <td>{format.fullMoment(new Date(atMs).toISOString())}</td>
                {[open, high, low, close].map((rate, column) => (
                  <td key={column}>{format.rate(rate, decimals)}</td>
                ))}
              </tr>
            ))}
          </DataTable>
        )}
      </Loaded>
      <OlderButton
        pages={{
          hasOlder: loaded > rowsMax || history.hasNextPage,
          isLoading: history.isFetchingNextPage,
          isFailed: history.isFetchNextPageError,
          loadOlder,
        }}
      >
        {t('olderCandles')}
      </OlderButton>
    </div>
  );
}

/** Candles, newest first; all displayed ones are reloaded every minute. */
function useHistory({ symbol, decimals }: Asset, timeframe: Timeframe) {
  const series = { symbol, timeframe, decimals };
  return useInfiniteQuery({
    queryKey: ['public', 'candle-table', symbol, timeframe],
    refetchInterval: MINUTE_MS,
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam }) =>
      await loadCandles(
        call,
        pageParam === undefined ? { series } : { series, beforeMs: pageParam },
        Date.now(),
      ),
    getNextPageParam: ({ candles, hasOlder }: CandlePage) =>
      hasOlder ? candles[0]?.[0] : undefined,
    select: ({ pages }) => pages.flatMap(({ candles }) => candles.toReversed()),
  });
}
