import type { Asset } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { withFavourite } from '@halyard/contract/watchlists/watchlists';
import { clsx } from 'clsx';
import type { ReactNode, RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDay } from '#data/market/trading-day.ts';
import { marketState } from '#i18n/market-state.ts';
import { useQuote } from '#data/market/trading.tsx';
import { useNow } from '#data/market/use-now.ts';
import { useFormat } from '#i18n/format.ts';
import { useMarketStateText } from '#i18n/market-state-text.ts';
import { platformPath } from '#paths.ts';
import { Change } from '#ui/figures/change.tsx';
import { StarIcon } from '#ui/page-icons.tsx';
import { SparkLine } from '#ui/figures/spark-line.tsx';
import { useInView } from '#ui/lists/use-in-view.ts';
import { changeWatchlists } from '#data/workspace/workspace.ts';
import classes from './market-list.module.css';

type MarketRowProps = {
  readonly asset: Asset;
  readonly isShown: boolean;
  readonly isFavourite: boolean;
};

/** A market with its price, its daily change and a link to it. */
export function MarketRow({ asset, isShown, isFavourite }: MarketRowProps) {
  const format = useFormat();
  const [ref, isInView] = useInView<HTMLLIElement>();
  const sell = useQuote(asset.symbol, isInView)?.sell;
  const { change, spark } = useDay(asset.symbol, isInView);
  const size = change === undefined ? undefined : Math.abs(change);
  return (
    <Row ref={ref} asset={asset} isShown={isShown} isFavourite={isFavourite}>
      <SparkLine values={spark} isFalling={change !== undefined && change < 0} />
      <span className={classes['figures']}>
        <span>{format.rate(sell, asset.decimals)}</span>
        <small>
          <Change value={change} text={format.percent(size)} />
        </small>
      </span>
    </Row>
  );
}

/** A market without a live price: the reason, and when it is expected to be live again. */
export function ClosedRow({ asset, isShown, isFavourite }: MarketRowProps) {
  const format = useFormat();
  const stateText = useMarketStateText();
  const quote = useQuote(asset.symbol);
  const state = marketState(asset, quote, useNow(MINUTE_MS));
  return (
    <Row asset={asset} isShown={isShown} isFavourite={isFavourite}>
      <span className={clsx(classes['figures'], classes['wide'])}>
        <span className="muted">{format.rate(quote?.sell, asset.decimals)}</span>
        <small className="muted">{stateText(state)}</small>
      </span>
    </Row>
  );
}

type RowProps = MarketRowProps & {
  readonly children: ReactNode;
  readonly ref?: RefCallback<HTMLLIElement> | undefined;
};

function Row({ asset, isShown, isFavourite, children, ref }: RowProps) {
  const { t } = useTranslation('trading');
  const { symbol } = asset;
  return (
    <li ref={ref} className={clsx(classes['row'], isShown && classes['shown'])}>
      <button
        type="button"
        className={classes['star']}
        aria-pressed={isFavourite}
        aria-label={t(isFavourite ? 'removeFavourite' : 'addFavourite', { symbol })}
        onClick={() => changeWatchlists((now) => withFavourite(now, symbol, !isFavourite))}
      >
        <StarIcon size={14} filled={isFavourite} />
      </button>
      <Link
        className={classes['link']}
        to={platformPath(symbol)}
        aria-current={isShown ? 'page' : undefined}
      >
        <span className={classes['name']}>
          <b>{symbol}</b>
          <small>{asset.name}</small>
        </span>
        {children}
      </Link>
    </li>
  );
}
