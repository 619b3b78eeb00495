import type { Direction } from '@halyard/core/instrument';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useAssetIndex, useQuote } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import classes from './trade-bar.module.css';

const SIDES = ['sell', 'buy'] as const;

type TradeBarProps = {
  readonly symbol: string;
  readonly onSide: (side: Direction) => void;
};

/** The two prices of a phone's chart, which open the ticket. */
export function TradeBar({ symbol, onSide }: TradeBarProps) {
  return (
    <div className={classes['bar']} data-tour="ticket">
      {SIDES.map((side) => (
        <SideButton key={side} symbol={symbol} side={side} onPress={() => onSide(side)} />
      ))}
    </div>
  );
}

type SideButtonProps = {
  readonly symbol: string;
  readonly side: Direction;
  readonly onPress: () => void;
};

function SideButton({ symbol, side, onPress }: SideButtonProps) {
  const { t } = useTranslation('trading');
  const decimals = useAssetIndex()?.get(symbol)?.decimals ?? 0;
  const rate = useFormat().rate(useQuote(symbol)?.[side], decimals);
  return (
    <Button className={clsx(classes['side'], classes[side])} onClick={onPress}>
      {t(side)} {rate}
    </Button>
  );
}
