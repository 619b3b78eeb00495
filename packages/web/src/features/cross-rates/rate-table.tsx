import { listQuotes } from '@halyard/contract/market';
import { MINUTE_MS } from '@halyard/core/time';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePublicPrices, usePublicQuotes } from '#data/market/public-prices.ts';
import { useRouteQuery } from '#data/http/query.ts';
import { dayChange } from '#data/market/trading-day-change.ts';
import { UNKNOWN, useFormat } from '#i18n/format.ts';
import { platformPath } from '#paths.ts';
import { Change } from '#ui/figures/change.tsx';
import classes from './cross-rates.module.css';
import { CURRENCIES, type CrossRate, crossRate, PAIRS, type PairQuote } from './rates.ts';

const DAY_REFRESH_MS = MINUTE_MS;
const DECIMALS_MIN = 2;

/** Every major currency in every other one, moving with the quotes. */
export function RateTable() {
  const { t } = useTranslation('content');
  usePublicPrices(PAIRS);
  const find = usePublicQuotes(PAIRS);
  const days = useRouteQuery(listQuotes, {}, { pollEveryMs: DAY_REFRESH_MS }).data;
  const quoteOf = (symbol: string): PairQuote | undefined => {
    const quote = find(symbol) ?? days?.[symbol];
    if (quote === undefined) return undefined;
    const change = dayChange(days?.[symbol], quote.sell);
    return { middle: (quote.buy + quote.sell) / 2, isLive: quote.state === 'live', change };
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable with the keyboard, and a fieldset is for a form
    <div role="group" className={classes['scroll']} aria-label={t('crossRates')} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col" className={classes['corner']}>
              {t('currency')}
            </th>
            {CURRENCIES.map((currency) => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CURRENCIES.map((base) => (
            <tr key={base}>
              <th scope="row">
                <CurrencyName code={base} />
              </th>
              {CURRENCIES.map((counter) => (
                <td key={counter} className={base === counter ? classes['same'] : undefined}>
                  {base !== counter && <Rate rate={crossRate(base, counter, quoteOf)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CurrencyName({ code }: { readonly code: string }) {
  const name = useMemo(
    () => new Intl.DisplayNames(document.documentElement.lang, { type: 'currency' }).of(code),
    [code],
  );
  return (
    <>
      {code}
      <small>{name}</small>
    </>
  );
}

function Rate({ rate }: { readonly rate: CrossRate | undefined }) {
  const format = useFormat();
  if (rate === undefined) return <span className="muted">{UNKNOWN}</span>;
  const { main, small } = format.splitRate(rate.rate, DECIMALS_MIN);
  const figure = (
    <>
      {main}
      <span className={classes['last']}>{small}</span>
    </>
  );
  return (
    <span className={clsx(classes['rate'], !rate.isLive && classes['still'])}>
      {rate.symbol === undefined ? (
        <span>{figure}</span>
      ) : (
        <Link to={platformPath(rate.symbol)} className={classes['link']}>
          {figure}
        </Link>
      )}
      <small>
        <Change
          value={rate.change}
          text={format.percent(rate.change === undefined ? undefined : Math.abs(rate.change))}
        />
      </small>
    </span>
  );
}
