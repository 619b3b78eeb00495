// The cells that open and closed positions have in common.
import type { Position } from '@halyard/contract/trading';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/format.ts';
import { Pill } from '#ui/badge.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import classes from './positions.module.css';

type MarketCellProps = {
  readonly position: Position;
  readonly decimals: number;
  readonly onShow: () => void;
  /** The second line on a wide page. */
  readonly children: ReactNode;
};

/** The first cell; its button reaches over the whole row and shows the details. */
export function MarketCell({ position, decimals, onShow, children }: MarketCellProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  return (
    <td>
      <UnstyledButton className={classes['show'] ?? ''} onClick={onShow}>
        <Pill tone={position.direction === 'buy' ? 'up' : 'down'}>{t(position.direction)}</Pill>
        <b>{position.symbol}</b>
        <VisuallyHidden>{t('details')}</VisuallyHidden>
      </UnstyledButton>
      <small className={classes['wideOnly']}>{children}</small>
      <small className={classes['narrowOnly']}>
        {format.euros(position.amount)} · {t('times', { leverage: position.leverage })}
        {position.protected === 1 && ` · ${t('protected')}`}
      </small>
      <small className={classes['narrowOnly']}>
        {t('entryShort', { rate: format.rate(position.open_rate, decimals) })}
      </small>
    </td>
  );
}

type FigureCellsProps = { readonly position: Position; readonly decimals: number };

/** Amount, leverage, protection and entry. */
export function FigureCells({ position, decimals }: FigureCellsProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  return (
    <>
      <td>{format.euros(position.amount)}</td>
      <td>{t('times', { leverage: position.leverage })}</td>
      <td>{t(position.protected === 1 ? 'yes' : 'no')}</td>
      <td>{format.rate(position.open_rate, decimals)}</td>
    </>
  );
}

type ProfitCellProps = {
  readonly ref?: Ref<HTMLTableCellElement>;
  readonly profit: number | null;
  /** Of the amount; null while it is not known. */
  readonly percent: number | null;
};

/** Profit in euros and as a percentage of the amount. */
export function ProfitCell({ ref, profit, percent }: ProfitCellProps) {
  const format = useFormat();
  return (
    <td ref={ref} className={joinClasses(classes['profit'], toneOf(profit))}>
      {format.signedEuros(profit)}
      <small>{format.signedPercent(percent)}</small>
    </td>
  );
}

/** Nothing gained and nothing lost has no colour. */
export function toneOf(profit: number | null): string | undefined {
  if (profit === null || profit === 0) return undefined;
  return profit > 0 ? 'up' : 'down';
}
