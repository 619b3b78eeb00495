// One live market of each class, which shows the platform on the home page.
import { listQuotes } from '@halyard/contract/market';
import { MINUTE_MS } from '@halyard/core/time';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePublicPrices, usePublicQuote } from '#data/market/public-prices.ts';
import { useRouteQuery } from '#data/http/query.ts';
import { dayChange } from '#data/market/trading-day-change.ts';
import { useFormat } from '#i18n/format.ts';
import { platformPath } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { Change } from '#ui/figures/change.tsx';
import { SparkLine } from '#ui/figures/spark-line.tsx';
import classes from './markets.module.css';

const DAY_REFRESH_MS = MINUTE_MS;
const SPARK_BOX = { width: 104, height: 26 };

const SHOWN = [
  { symbol: 'EURUSD', category: 'forex', decimals: 5 },
  { symbol: 'BTCUSD', category: 'crypto', decimals: 2 },
  { symbol: 'XAUUSD', category: 'commodities', decimals: 2 },
  { symbol: 'US500', category: 'index', decimals: 2 },
  { symbol: 'AAPL', category: 'stocks', decimals: 2 },
] as const;
const SYMBOLS = SHOWN.map(({ symbol }) => symbol);
type Market = (typeof SHOWN)[number];

export function Markets() {
  const { t } = useTranslation('content');
  usePublicPrices(SYMBOLS);
  return (
    <Card title={t('markets')} note={t('marketsNote')} flush>
      <ul className={classes['list']}>
        {SHOWN.map((market) => (
          <Row key={market.symbol} market={market} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ market: { symbol, category, decimals } }: { readonly market: Market }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const day = useRouteQuery(listQuotes, {}, { pollEveryMs: DAY_REFRESH_MS }).data?.[symbol];
  const quote = usePublicQuote(symbol) ?? day;
  const change = dayChange(day, quote?.sell);
  const { main, small } = format.splitRate(quote?.sell, decimals);
  const isClosed = quote?.state === 'closed' || quote?.state === 'halted';
  return (
    <li>
      <Link to={platformPath(symbol)} className={classes['row']}>
        <span className={classes['name']}>
          {symbol}
          <small>{isClosed ? t('marketClosed') : t(category)}</small>
        </span>
        <SparkLine
          values={day?.spark ?? []}
          isFalling={change !== undefined && change < 0}
          box={SPARK_BOX}
        />
        <span className={classes['figures']}>
          <span>
            {main}
            <span className="muted">{small}</span>
          </span>
          <small>
            <Change
              value={change}
              text={format.percent(change === undefined ? undefined : Math.abs(change))}
            />
          </small>
        </span>
      </Link>
    </li>
  );
}
