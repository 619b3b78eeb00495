// The cells of pending and of ended orders.
import type { Order } from '@halyard/contract/orders';
import { powerOfTen } from '@halyard/core/instrument';
import { comparedPrice } from '@halyard/core/order';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuote } from '#data/market/trading.tsx';
import { toQuote } from '#data/market/trading-core.ts';
import { useOrderName } from '#forms/order-terms-text.ts';
import { UNKNOWN, useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { platformPath } from '#paths.ts';
import { UnstyledButton } from '#ui/controls.ts';
import { Pill } from '#ui/figures/badge.tsx';
import { useInView } from '#ui/lists/use-in-view.ts';
import classes from './orders.module.css';

type CellProps = { readonly order: Order; readonly decimals: number };

/** The name of the order and a link to its market. */
export function OrderCell({
  order,
  decimals,
  children,
}: CellProps & { readonly children: ReactNode }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const orderName = useOrderName();
  const { symbol, direction, amount, leverage, price } = order;
  return (
    <td>
      <UnstyledButton
        component={Link}
        to={platformPath(symbol)}
        className={classes['market'] ?? ''}
      >
        <Pill tone={direction === 'buy' ? 'up' : 'down'}>{orderName(order)}</Pill>
        <b>{symbol}</b>
      </UnstyledButton>
      <small>{children}</small>
      <small className={classes['phoneOnly']}>
        {format.euros(amount)} · {t('times', { leverage })} · {format.rate(price, decimals)}
      </small>
      <small className={classes['narrowOnly']}>
        <Levels order={order} decimals={decimals} />
      </small>
    </td>
  );
}

/** Amount, trigger price, and the current distance of the price from it. */
export function PriceCells({ order, decimals }: CellProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const [ref, isInView] = useInView<HTMLTableCellElement>();
  const quote = toQuote(order.symbol, useQuote(order.symbol, isInView), decimals);
  const scale = powerOfTen(decimals);
  const now = quote === undefined ? undefined : comparedPrice(order, quote) / scale;
  const away = now === undefined ? undefined : Math.abs(order.price - now);
  const percent = away === undefined || now === undefined ? undefined : (away / now) * 100;
  return (
    <>
      <SizeCell order={order} />
      <td>
        {format.rate(order.price, decimals)}
        <small>{t('rateNow', { rate: format.rate(now, decimals) })}</small>
      </td>
      <td ref={ref}>
        {format.percent(percent)}
        <small>{writeDistance(away, format.rate(now, decimals))}</small>
      </td>
    </>
  );
}

/** Formats a distance with as many decimals as the price from which it is measured. */
function writeDistance(away: number | undefined, shownPrice: string): string {
  if (away === undefined) return UNKNOWN;
  const decimals = /\D(\d+)$/.exec(shownPrice)?.[1]?.length ?? 0;
  return away.toLocaleString(currentLanguage(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

export function SizeCell({ order }: { readonly order: Order }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  return (
    <td>
      {format.euros(order.amount)}
      <small>{t('times', { leverage: order.leverage })}</small>
    </td>
  );
}

export function LevelsCell(props: CellProps) {
  return (
    <td>
      <Levels {...props} />
    </td>
  );
}

/** Stop loss and take profit, each as a price or as a distance from the fill. */
function Levels({ order, decimals }: CellProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { t: orderText } = useTranslation('orders');
  const isBuy = order.direction === 'buy';
  const write = (rate: number | null, distance: number | null, sign: string) => {
    if (rate !== null) return format.rate(rate, decimals);
    return distance === null ? undefined : `${sign}${format.rate(distance, decimals)}`;
  };
  const levels = [
    [t('stopTag'), t('stopLoss'), write(order.stop_lost, order.stop_distance, isBuy ? '−' : '+')],
    [
      t('targetTag'),
      t('takeProfit'),
      write(order.take_profit, order.profit_distance, isBuy ? '+' : '−'),
    ],
    [orderText('trailTag'), orderText('trailingStop'), write(null, order.trailing_distance, '±')],
  ] as const;
  return levels.map(
    ([tag, name, text]) =>
      text !== undefined && (
        <span key={tag} className={classes['level']} title={name}>
          {tag} {text}
        </span>
      ),
  );
}
