// The cells that open and closed positions have in common.
import type { Position } from '@halyard/contract/trading';
import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/format.ts';
import { UnstyledButton, VisuallyHidden } from '#ui/controls.ts';
import { Pill } from '#ui/figures/badge.tsx';
import classes from './positions.module.css';

type MarketCellProps = {
  readonly position: Position;
  readonly decimals: number;
  readonly onShow: () => void;
  /** The second line of the cell on a wide page. */
  readonly children: ReactNode;
  /** The value beside the entry on a narrow page: the current price, or the closing price. */
  readonly end: ReactNode;
};

/** The first cell. Its button covers the whole row and opens the details. */
export function MarketCell({ position, decimals, onShow, children, end }: MarketCellProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const direction = t(position.direction);
  return (
    <td>
      <UnstyledButton
        className={classes['show'] ?? ''}
        // A label instead of hidden text, because a clipped element in each row slows all painting.
        aria-label={`${direction} ${position.symbol} ${t('details')}`}
        onClick={onShow}
      >
        <Pill tone={position.direction === 'buy' ? 'up' : 'down'}>{direction}</Pill>{' '}
        <b>{position.symbol}</b>
      </UnstyledButton>
      <small className={classes['wideOnly']}>{children}</small>
      <small className={classes['narrowOnly']}>
        {format.euros(position.amount)} · {t('times', { leverage: position.leverage })}
        {position.protected === 1 && ` · ${t('protected')}`}
      </small>
      <small className={classes['narrowOnly']}>
        <VisuallyHidden>{t('entry')} </VisuallyHidden>
        {format.rate(position.open_rate, decimals)} → {end}
      </small>
      {position.close_date === null && <Levels position={position} decimals={decimals} />}
    </td>
  );
}

type LevelsProps = { readonly position: Position; readonly decimals: number };

/** The stop loss and the take profit of an open position, where it has them. */
function Levels({ position, decimals }: LevelsProps) {
  const { t } = useTranslation('trading');
  const { t: orderText } = useTranslation('orders');
  const format = useFormat();
  const levels = [
    [t('stopTag'), t('stopLoss'), position.stop_lost],
    [t('targetTag'), t('takeProfit'), position.take_profit],
    [orderText('trailTag'), orderText('trailingStop'), position.trailing_stop ?? null],
  ] as const;
  const set = levels.filter(([, , rate]) => rate !== null);
  if (set.length === 0) return null;
  return (
    <small className={classes['setLevels']}>
      {set.map(([tag, name, rate]) => (
        <span key={tag} title={name}>
          {tag} {format.rate(rate, decimals)}
        </span>
      ))}
    </small>
  );
}

type FigureCellsProps = {
  readonly position: Position;
  readonly decimals: number;
  /** The current price, below the entry of an open position. */
  readonly now?: ReactNode;
};

/** Amount, leverage, protection and entry. */
export function FigureCells({ position, decimals, now }: FigureCellsProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  return (
    <>
      <td>{format.euros(position.amount)}</td>
      <td>{t('times', { leverage: position.leverage })}</td>
      <td>{t(position.protected === 1 ? 'yes' : 'no')}</td>
      <td>
        {format.rate(position.open_rate, decimals)}
        {now}
      </td>
    </>
  );
}

type ProfitCellProps = {
  readonly ref?: Ref<HTMLTableCellElement>;
  readonly profit: number | null;
  /** The profit in percent of the margin; null while unknown. */
  readonly percent: number | null;
};

/** Profit in euros and as a percentage of the amount. */
export function ProfitCell({ ref, profit, percent }: ProfitCellProps) {
  const format = useFormat();
  return (
    <td ref={ref} className={clsx(classes['profit'], toneOf(profit))}>
      {format.signedEuros(profit)}
      <small>{format.signedPercent(percent)}</small>
    </td>
  );
}

/** Returns the colour of a profit; zero has none. */
export function toneOf(profit: number | null): string | undefined {
  if (profit === null || profit === 0) return undefined;
  return profit > 0 ? 'up' : 'down';
}
