import type { Asset } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useDay } from '#data/market/trading-day.ts';
import { useQuote } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { UnstyledButton } from '#ui/controls.ts';
import { Change } from '#ui/figures/change.tsx';
import type { ChartPlace } from './chart-place.ts';
import classes from './chart.module.css';

type ChartTitleProps = { readonly asset: Asset; readonly place: ChartPlace | undefined };

/** The symbol; on phones, where the ticket is hidden, also its price and day change. */
export function ChartTitle({ asset, place }: ChartTitleProps) {
  const { t: text } = useTranslation('charts');
  const { t } = useTranslation('trading');
  const format = useFormat();
  const sell = useQuote(asset.symbol)?.sell;
  const { change } = useDay(asset.symbol);
  return (
    <div className={classes['title']}>
      {place === undefined ? (
        <b className={classes['symbol']}>{asset.symbol}</b>
      ) : (
        <UnstyledButton
          className={classes['symbol'] ?? ''}
          aria-pressed={place.isFocused}
          title={text('trade', { symbol: asset.symbol })}
          onClick={place.onFocus}
        >
          {asset.symbol}
        </UnstyledButton>
      )}
      <abbr className={classes['side']} title={t('chartSideHint')}>
        {t('chartSide')}
      </abbr>
      <span className={classes['price']}>
        {format.rate(sell, asset.decimals)}
        <Change
          value={change}
          text={format.percent(change === undefined ? undefined : Math.abs(change))}
        />
      </span>
    </div>
  );
}
